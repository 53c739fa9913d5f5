// npm run bench [-- section …]
// Compares the built site with limits, and with a minimal server that sends the same bytes in the same run.
// With BENCH_BEFORE=FOLDER some sections also measure an earlier version of the site. FOLDER is its built checkout.
// `npm run --silent bench >> test/bench/HISTORY.md` records the figures.
import { floods } from './floods.ts';
import { mainThread } from './mainThread.ts';
import type { Section, UntilEnd } from './measurement.ts';
import { memory } from './memory.ts';
import { paint } from './paint.ts';
import { printHeading, printRow } from './report.ts';
import { start } from './start.ts';
import { throughput } from './throughput.ts';

const sections: Readonly<Record<string, Section>> = { throughput, memory, start, paint, mainThread, floods };

const named = process.argv.slice(2);
const unknown = named.filter((name) => !sections[name]);
if (unknown.length > 0) {
  console.error(`No such section: ${unknown.join(', ')}. There are ${Object.keys(sections).join(', ')}.`);
  process.exit(2);
}

printHeading();
for (const [name, section] of Object.entries(sections)) {
  if (named.length > 0 && !named.includes(name)) continue;
  await using started = new AsyncDisposableStack();
  const untilEnd: UntilEnd = async (starting) => {
    const each = await starting;
    started.defer(async () => void (await each.stop()));
    return each;
  };
  try {
    await section((...figure) => printRow(name, ...figure), untilEnd);
  } catch (error) {
    // The other sections still run.
    console.error(error);
    process.exitCode = 1;
  }
}
// Child processes of a failed section would keep this process alive.
process.exit();
