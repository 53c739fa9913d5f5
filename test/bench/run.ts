// npm run bench [-- section …] [-- --record]
// Compares the built site with limits, and with a minimal server that sends the same bytes in the same run.
// With BENCH_BEFORE=FOLDER some sections also measure an earlier version of the site. FOLDER is its built checkout.
import { loadavg } from 'node:os';
import { floods } from './floods.ts';
import { mainThread } from './mainThread.ts';
import type { Measurement, Section, UntilEnd } from './measurement.ts';
import { memory } from './memory.ts';
import { paint } from './paint.ts';
import { appendHistory, printTable } from './report.ts';
import { start } from './start.ts';
import { throughput } from './throughput.ts';

const sections: Readonly<Record<string, Section>> = { throughput, memory, start, paint, mainThread, floods };

const parameters = process.argv.slice(2);
const recorded = parameters.includes('--record');
const named = parameters.filter((parameter) => parameter !== '--record');
const unknown = named.filter((name) => !sections[name]);
if (unknown.length > 0) {
  console.error(`No such section: ${unknown.join(', ')}. There are ${Object.keys(sections).join(', ')}.`);
  process.exit(2);
}

const loadBefore = loadavg()[0] ?? 0;
const all: Measurement[] = [];
for (const [name, section] of Object.entries(sections)) {
  if (named.length > 0 && !named.includes(name)) continue;
  console.log(`\n${name}`);
  const own: Measurement[] = [];
  await using started = new AsyncDisposableStack();
  const untilEnd: UntilEnd = async (starting) => {
    const each = await starting;
    started.defer(async () => void (await each.stop()));
    return each;
  };
  try {
    await section((figure, value, unit, limit) => {
      own.push({ section: name, name: figure, value, unit, ...(limit && { limit }) });
    }, untilEnd);
  } catch (error) {
    // The other sections still run.
    console.error(error);
    process.exitCode = 1;
  }
  printTable(own);
  all.push(...own);
}
if (recorded) appendHistory(all, loadBefore);
// Child processes of a failed section would keep this process alive.
process.exit();
