// The fault tests: `npm run faults`, or `npm run faults -- kills soak` for some parts. The environment sets their sizes
// (sizes.ts). All traffic stays on the loopback address.
import { runErasure } from './erasure.ts';
import { runFloods } from './floods.ts';
import { runFullDisk } from './fullDisk.ts';
import { runGeneratedRequests } from './generatedRequests.ts';
import { runKills } from './kills.ts';
import { runProxies } from './proxies.ts';
import type { Report } from './report.ts';
import { runReports } from './reports.ts';
import { runSlowSockets } from './slowSockets.ts';
import { runSmtpFaults } from './smtpFaults.ts';
import { runSoak } from './soak.ts';
import { runSyncBeforeAnswer } from './syncBeforeAnswer.ts';
import { runUpgrades } from './upgrades.ts';

/** `measured` is called once the part measures no more times. */
type Part = (measured: () => void) => Promise<Report>;

const parts: { readonly [name: string]: Part } = {
  kills: runKills,
  smtp: runSmtpFaults,
  disk: runFullDisk,
  erasure: runErasure,
  sync: runSyncBeforeAnswer,
  requests: runGeneratedRequests,
  proxies: runProxies,
  upgrades: runUpgrades,
  sockets: runSlowSockets,
  floods: runFloods,
  soak: runSoak,
  reports: runReports,
};
/** The parts that measure times, one after another. The others wait most of the time, and run together before them. */
const measuring: readonly string[] = ['upgrades', 'sockets', 'floods', 'soak', 'reports'];

const chosen = process.argv.slice(2);
const unknown = chosen.filter((name) => !(name in parts));
if (unknown.length > 0) {
  console.error(`No such part: ${unknown.join(', ')}. There are ${Object.keys(parts).join(', ')}.`);
  process.exit(64);
}

let failed = 0;
async function runPart([name, run]: readonly [string, Part], measured: () => void): Promise<void> {
  const begun = Date.now();
  const { counts, faults } = await run(measured);
  const seconds = ((Date.now() - begun) / 1000).toFixed(1);
  console.log(`${name} (${seconds} s)`);
  for (const [count, value] of Object.entries(counts)) console.log(`  ${`${count}:`.padEnd(36)}${value}`);
  for (const fault of faults) console.log(`  FAULT ${fault}`);
  failed += faults.length;
}

const wanted = Object.entries(parts).filter(([name]) => chosen.length === 0 || chosen.includes(name));
await Promise.all(wanted.filter(([name]) => !measuring.includes(name)).map((part) => runPart(part, () => {})));
const running: Promise<void>[] = [];
for (const part of wanted.filter(([name]) => measuring.includes(name))) {
  const { promise: measured, resolve } = Promise.withResolvers<void>();
  const ended = runPart(part, resolve);
  running.push(ended);
  await Promise.race([measured, ended]);
}
await Promise.all(running);
console.log(failed === 0 ? 'Nothing was lost.' : `${failed} faults.`);
process.exit(failed === 0 ? 0 : 1);
