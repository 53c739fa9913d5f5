import { sendLoad } from './load.ts';
import type { Section } from './measurement.ts';
import { residentMegabytes, startWarmSite } from './processes.ts';

const requests = Number(process.env.BENCH_REQUESTS ?? 1_000_000);

/** Measures the server's resident memory when it is warm, and after `BENCH_REQUESTS` requests (1,000,000 by default). */
export const memory: Section = async (report, untilEnd) => {
  const site = await untilEnd(startWarmSite());
  report('warm', residentMegabytes(site.pid), 'MB');
  for (let sent = 0; sent < requests; )
    sent += (await sendLoad({ url: `${site.url}/server-hosting`, seconds: 5 })).requests;
  // The memory of the rendering program does not count: that program ends after a minute without work.
  report(`after ${requests} requests`, residentMegabytes(site.pid), 'MB', { atMost: 140 });
};
