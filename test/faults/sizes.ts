function number(name: string, small: number): number {
  const given = Number(process.env[name] ?? small);
  if (!Number.isFinite(given) || given < 0) throw new Error(`${name}: expected a number`);
  return given;
}

/** How much of each part is run: small by itself, more through the environment. */
export const sizes = {
  /** Processes killed. */
  kills: number('FAULTS_KILLS', 18),
  /** Generated requests. */
  requests: number('FAULTS_REQUESTS', 3000),
  /** Slow connections held at once. */
  sockets: number('FAULTS_SOCKETS', 300),
  /** How long each flood is measured, once it is warm. */
  floodSeconds: number('FAULTS_FLOOD_SECONDS', 0.7),
  soakSeconds: number('FAULTS_SOAK_SECONDS', 6),
  /** Requests a second. */
  soakRate: number('FAULTS_SOAK_RATE', 50),
  /** Of fast-check and of the killer's choices: the same seed, the same requests. */
  seed: number('FAULTS_SEED', 20261121),
  /** Also what takes minutes: mail servers that say nothing until a time-out ends the delivery. */
  long: process.env.FAULTS_LONG === 'true',
} as const;
