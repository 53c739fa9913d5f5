function number(name: string, small: number): number {
  const given = Number(process.env[name] ?? small);
  if (!Number.isFinite(given) || given < 0) throw new Error(`${name}: expected a number`);
  return given;
}

/** The sizes of the parts. The defaults are small; the environment can raise them. */
export const sizes = {
  /** Processes killed. */
  kills: number('FAULTS_KILLS', 14),
  /** Servers and PostgreSQL itself killed, of several servers on one database. */
  postgresKills: number('FAULTS_POSTGRES_KILLS', 5),
  /** Submissions posted to each server whose syncs are watched. */
  powerPosts: number('FAULTS_POWER_POSTS', 40),
  /** Generated requests. */
  requests: number('FAULTS_REQUESTS', 1000),
  /** How often another visitor reads, compares and orders in each flood. */
  floodVisits: number('FAULTS_FLOOD_VISITS', 5),
  /** Restarts and kills of the site behind each proxy. */
  restarts: number('FAULTS_RESTARTS', 1),
  /** The seed of fast-check and of the kills. */
  seed: number('FAULTS_SEED', 20261121),
} as const;
