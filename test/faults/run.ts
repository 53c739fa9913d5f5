// The fault tests: `npm run faults`, or `npm run faults -- kills power` for some parts. Variables set their sizes (`sizes` in
// part.ts). All traffic stays on the loopback address.
import pLimit from 'p-limit';
import { type DebianTool, findDebianTool } from '../helpers/tools/debianTool.ts';
import { runFloods } from './floods.ts';
import { runFailover, runKills, runPostgresKills } from './kills.ts';
import { newPart, type Part } from './part.ts';
import { runPower } from './power.ts';
import { runBehind, runRolling } from './proxies.ts';

type Named = { readonly name: string; readonly run: (part: Part) => Promise<void>; readonly needs?: DebianTool[] };

/** Up to six of these parts run at the same time. The longest begin first. */
const parts: readonly Named[] = [
  { name: 'power', run: runPower },
  { name: 'kills', run: runKills },
  { name: 'postgresKills', run: runPostgresKills, needs: ['postgres'] },
  { name: 'failover', run: runFailover, needs: ['postgres'] },
  { name: 'caddy', run: (part) => runBehind(part, 'caddy'), needs: ['caddy'] },
  { name: 'nginx', run: (part) => runBehind(part, 'nginx'), needs: ['nginx'] },
  { name: 'rolling', run: runRolling, needs: ['caddy', 'postgres'] },
];
/** This part runs alone, because it needs all processors. */
const last: Named = { name: 'floods', run: runFloods };
const all = [...parts, last].map(({ name }) => name);
const chosen = process.argv.slice(2);
const unknown = chosen.filter((name) => !all.includes(name));
if (unknown.length > 0) {
  console.error(`No such part: ${unknown.join(', ')}. There are ${all.join(', ')}.`);
  process.exit(64);
}

let failed = 0;
async function runPart({ name, run, needs = [] }: Named): Promise<void> {
  if (chosen.length > 0 && !chosen.includes(name)) return;
  const begun = Date.now();
  const part = newPart();
  const missing = needs.filter((tool) => !findDebianTool(tool));
  if (missing.length > 0) part.counts[name] = `skipped: this machine lacks Debian's ${missing.join(' and ')}`;
  else {
    await run(part).catch((error) => part.faults.push(error.stack));
    await part.end();
  }
  console.log(`${name} (${((Date.now() - begun) / 1000).toFixed(1)} s)`);
  for (const [count, value] of Object.entries(part.counts)) console.log(`  ${`${count}:`.padEnd(36)}${value}`);
  for (const fault of part.faults) console.log(`  FAULT ${fault}`);
  failed += part.faults.length;
}

// The parts wait more than they work, so six at a time are not too many for two processors.
const limit = pLimit(6);
await Promise.all(parts.map((part) => limit(() => runPart(part))));
await runPart(last);
console.log(failed === 0 ? 'Nothing was lost.' : `${failed} faults.`);
process.exit(failed === 0 ? 0 : 1);
