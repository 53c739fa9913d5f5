import { readFileSync } from 'node:fs';
import { sendLoad } from './load.ts';
import type { Section } from './measurement.ts';
import { residentMegabytes, startWarmSite } from './processes.ts';

const requests = Number(process.env.BENCH_REQUESTS ?? 1_000_000);

/** The ids of a process and its descendants. */
function processTree(pid: number): readonly number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean);
  return [pid, ...children.map(Number).flatMap(processTree)];
}

/** Resident memory after the warm-up and after `BENCH_REQUESTS` requests (1,000,000 by default). */
export const memory: Section = async (report, untilEnd) => {
  const site = await untilEnd(startWarmSite());
  const measure = () => processTree(site.pid).reduce((sum, pid) => sum + residentMegabytes(pid), 0);
  const warm = measure();
  for (let sent = 0; sent < requests; )
    sent += (await sendLoad({ url: `${site.url}/server-hosting`, seconds: 5 })).requests;
  report('warm', warm, 'MB');
  report(`after ${requests} requests`, measure(), 'MB', { atMost: 128 });
};
