// The fault tests: `npm run faults`, or `npm run faults -- kills soak` for some parts. The environment sets their sizes
// (sizes.ts). All traffic stays on the loopback address.
import pLimit from 'p-limit';
import { runErasure } from './erasure.ts';
import { runFailover } from './failover.ts';
import { runFloods } from './floods.ts';
import { runFullDisk } from './fullDisk.ts';
import { runGeneratedRequests } from './generatedRequests.ts';
import { runKills } from './kills.ts';
import { runPostgresClocks } from './postgresClocks.ts';
import { runPostgresCuts } from './postgresCuts.ts';
import { runPostgresKills } from './postgresKills.ts';
import { runPostgresRolling } from './postgresRolling.ts';
import { runPowerCut } from './powerCut.ts';
import { runProxies } from './proxies.ts';
import type { Report } from './report.ts';
import { runReports } from './reports.ts';
import { runSlowSockets } from './slowSockets.ts';
import { runSmtpFaults } from './smtpFaults.ts';
import { runSoak } from './soak.ts';
import { runSyncBeforeAnswer } from './syncBeforeAnswer.ts';
import { runUpgrades } from './upgrades.ts';

type Run = (measured: () => void) => Promise<Report>;
type Part = readonly [name: string, run: Run];

const parts: { readonly [name: string]: Run } = {
  kills: runKills,
  postgresKills: runPostgresKills,
  postgresCuts: runPostgresCuts,
  postgresClocks: runPostgresClocks,
  postgresRolling: runPostgresRolling,
  smtp: runSmtpFaults,
  disk: runFullDisk,
  erasure: runErasure,
  failover: runFailover,
  sync: runSyncBeforeAnswer,
  power: runPowerCut,
  requests: runGeneratedRequests,
  proxies: runProxies,
  upgrades: runUpgrades,
  sockets: runSlowSockets,
  floods: runFloods,
  soak: runSoak,
  reports: runReports,
};
/** Measures times, says so by `measured`, and then waits for timeouts: the parts that measure none run meanwhile. */
const first = 'sockets';
/** The parts that measure times: each runs alone. */
const measuring: readonly string[] = ['upgrades', 'floods', 'soak', 'reports'];

const chosen = process.argv.slice(2);
const unknown = chosen.filter((name) => !(name in parts));
if (unknown.length > 0) {
  console.error(`No such part: ${unknown.join(', ')}. There are ${Object.keys(parts).join(', ')}.`);
  process.exit(64);
}

let failed = 0;
async function runPart([name, run]: Part, measured = () => {}): Promise<void> {
  const begun = Date.now();
  const { counts, faults } = await run(measured);
  const seconds = ((Date.now() - begun) / 1000).toFixed(1);
  console.log(`${name} (${seconds} s)`);
  for (const [count, value] of Object.entries(counts)) console.log(`  ${`${count}:`.padEnd(36)}${value}`);
  for (const fault of faults) console.log(`  FAULT ${fault}`);
  failed += faults.length;
}

/** More would keep each other from the processors, and visitors waiting. */
const sideBySide = pLimit(6);

const wanted: readonly Part[] = Object.entries(parts).filter(([name]) => chosen.length === 0 || chosen.includes(name));
const running: Promise<void>[] = [];
for (const part of wanted.filter(([name]) => name === first)) {
  const { promise: measured, resolve } = Promise.withResolvers<void>();
  const ended = runPart(part, resolve);
  running.push(ended);
  await Promise.race([measured, ended]);
}
for (const part of wanted)
  if (part[0] !== first && !measuring.includes(part[0])) running.push(sideBySide(() => runPart(part)));
await Promise.all(running);
for (const part of wanted) if (measuring.includes(part[0])) await runPart(part);
console.log(failed === 0 ? 'Nothing was lost.' : `${failed} faults.`);
process.exit(failed === 0 ? 0 : 1);
