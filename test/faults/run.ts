// The fault tests: `npm run faults`, or `npm run faults -- kills soak` for some parts. The environment sets their sizes
// (sizes.ts). All traffic stays on the loopback address.
import pLimit from 'p-limit';
import { type DebianTool, findDebianTool } from '../helpers/tools/debianTool.ts';
import { runArrival } from './arrival.ts';
import { runErasure } from './erasure.ts';
import { runFailover } from './failover.ts';
import { runFloods } from './floods.ts';
import { runFullDisk } from './fullDisk.ts';
import { runGeneratedRequests } from './generatedRequests.ts';
import { runKills, runPostgresKills } from './kills.ts';
import { newPart, type Part } from './part.ts';
import { runPostgresCuts } from './postgresCuts.ts';
import { runPowerCut } from './powerCut.ts';
import { runBehind, runRolling } from './proxies.ts';
import { runReportProgram } from './reportProgram.ts';
import { runRequestCosts } from './requestCosts.ts';
import { runSlowSockets } from './slowSockets.ts';
import { runSmtpFaults } from './smtpFaults.ts';
import { runSoak } from './soak.ts';

/** `measured`: it has measured its times, and only waits. */
type Run = (part: Part, measured: () => void) => Promise<void>;
type Named = { readonly name: string; readonly run: Run; readonly needs?: readonly DebianTool[] };

/** The longest first: beside each other they wait more than they work. */
const sideBySide: readonly Named[] = [
  { name: 'power', run: runPowerCut },
  { name: 'kills', run: runKills },
  { name: 'postgresKills', run: runPostgresKills, needs: ['postgres'] },
  { name: 'postgresCuts', run: runPostgresCuts, needs: ['postgres'] },
  { name: 'failover', run: runFailover, needs: ['postgres'] },
  { name: 'smtp', run: runSmtpFaults },
  { name: 'caddy', run: (part) => runBehind(part, 'caddy'), needs: ['caddy'] },
  { name: 'nginx', run: (part) => runBehind(part, 'nginx'), needs: ['nginx'] },
  { name: 'rolling', run: runRolling, needs: ['caddy', 'postgres'] },
  { name: 'disk', run: runFullDisk },
  { name: 'arrival', run: runArrival, needs: ['dovecot'] },
  { name: 'erasure', run: runErasure },
  { name: 'requests', run: runGeneratedRequests },
];
/** Measures times, and then waits for timeouts: those above run meanwhile. */
const first: Named = { name: 'sockets', run: runSlowSockets };
/** They measure times: each runs alone. */
const alone: readonly Named[] = [
  { name: 'floods', run: runFloods },
  { name: 'costs', run: runRequestCosts },
  { name: 'soak', run: runSoak },
  { name: 'reports', run: runReportProgram },
];

const all = [first, ...sideBySide, ...alone].map(({ name }) => name);
const chosen = process.argv.slice(2);
const unknown = chosen.filter((name) => !all.includes(name));
if (unknown.length > 0) {
  console.error(`No such part: ${unknown.join(', ')}. There are ${all.join(', ')}.`);
  process.exit(64);
}

let failed = 0;
async function runPart({ name, run, needs = [] }: Named, measured = () => {}): Promise<void> {
  if (chosen.length > 0 && !chosen.includes(name)) return;
  const begun = Date.now();
  const part = newPart();
  const missing = needs.filter((tool) => !findDebianTool(tool));
  if (missing.length > 0) part.counts[name] = `skipped: this machine lacks Debian's ${missing.join(' and ')}`;
  else {
    await run(part, measured).catch((error) => part.faults.push(error.stack));
    await part.end();
  }
  console.log(`${name} (${((Date.now() - begun) / 1000).toFixed(1)} s)`);
  for (const [count, value] of Object.entries(part.counts)) console.log(`  ${`${count}:`.padEnd(36)}${value}`);
  for (const fault of part.faults) console.log(`  FAULT ${fault}`);
  failed += part.faults.length;
}

/** More would keep each other from the processors, and visitors waiting. */
const limit = pLimit(6);

const { promise: measured, resolve } = Promise.withResolvers<void>();
const running = [runPart(first, resolve)];
await Promise.race([measured, ...running]);
running.push(...sideBySide.map((part) => limit(() => runPart(part))));
await Promise.all(running);
for (const part of alone) await runPart(part);
console.log(failed === 0 ? 'Nothing was lost.' : `${failed} faults.`);
process.exit(failed === 0 ? 0 : 1);
