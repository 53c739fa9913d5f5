// The fault tests: `npm run faults`, or `npm run faults -- kills soak` for some parts. The environment sets their sizes
// (sizes.ts). All traffic stays on the loopback address.
import { runFloods } from './floods.ts';
import { runFullDisk } from './fullDisk.ts';
import { runGeneratedRequests } from './generatedRequests.ts';
import { runKills } from './kills.ts';
import type { Report } from './report.ts';
import { runSlowSockets } from './slowSockets.ts';
import { runSmtpFaults } from './smtpFaults.ts';
import { runSoak } from './soak.ts';
import { runSyncBeforeAnswer } from './syncBeforeAnswer.ts';
import { runUpgrades } from './upgrades.ts';

const parts: { readonly [name: string]: () => Promise<Report> } = {
  kills: runKills,
  smtp: runSmtpFaults,
  disk: runFullDisk,
  sync: runSyncBeforeAnswer,
  requests: runGeneratedRequests,
  upgrades: runUpgrades,
  sockets: runSlowSockets,
  floods: runFloods,
  soak: runSoak,
};
/** The parts that measure times: each runs alone. The others wait most of the time, and run together before them. */
const measuring: readonly string[] = ['upgrades', 'sockets', 'floods', 'soak'];

const chosen = process.argv.slice(2);
const unknown = chosen.filter((name) => !(name in parts));
if (unknown.length > 0) {
  console.error(`No such part: ${unknown.join(', ')}. There are ${Object.keys(parts).join(', ')}.`);
  process.exit(64);
}

let failed = 0;
async function runPart([name, run]: readonly [string, () => Promise<Report>]): Promise<void> {
  const begun = Date.now();
  const { counts, faults } = await run();
  const seconds = ((Date.now() - begun) / 1000).toFixed(1);
  console.log(`${name} (${seconds} s)`);
  for (const [count, value] of Object.entries(counts)) console.log(`  ${`${count}:`.padEnd(36)}${value}`);
  for (const fault of faults) console.log(`  FAULT ${fault}`);
  failed += faults.length;
}

const wanted = Object.entries(parts).filter(([name]) => chosen.length === 0 || chosen.includes(name));
await Promise.all(wanted.filter(([name]) => !measuring.includes(name)).map(runPart));
for (const part of wanted.filter(([name]) => measuring.includes(name))) await runPart(part);
console.log(failed === 0 ? 'Nothing was lost.' : `${failed} faults.`);
process.exit(failed === 0 ? 0 : 1);
