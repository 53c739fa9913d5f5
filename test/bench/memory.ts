import { readFileSync } from 'node:fs';
import { sendLoad } from './load.ts';
import type { Section } from './measurement.ts';
import { startQuietSite } from './processes.ts';

const requests = Number(process.env.BENCH_REQUESTS ?? 100_000);

/** Resident memory in megabytes (10^6 bytes), as the system counts it. */
function residentMegabytes(pid: number): number {
  const kibibytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return (Number(kibibytes) * 1024) / 1e6;
}

/** Resident memory, warm and after requests (`BENCH_REQUESTS`, 100,000 unless said otherwise). */
export const memory: Section = async (report) => {
  const site = await startQuietSite();
  await site.logged('response cache compressed');
  report({ name: 'warm', value: residentMegabytes(site.pid), unit: 'MB', kept: true });
  await sendLoad({ url: `${site.url}/server-hosting`, until: { requests } });
  report({
    name: `after ${requests} requests`,
    value: residentMegabytes(site.pid),
    unit: 'MB',
    limit: { atMost: 110 },
    kept: true,
  });
  await site.stop();
};
