import { performance } from 'node:perf_hooks';
import { rawRequest } from '../helpers/network/rawRequest.ts';
import { median, type Section } from './measurement.ts';
import { startQuietSite } from './processes.ts';

const runs = 5;

type QuietSite = Awaited<ReturnType<typeof startQuietSite>>;

/** The stages of a start; `atMost` is in seconds since the process was spawned. */
const moments = [
  {
    name: 'spawn to a whole page',
    atMost: 0.5,
    reached: ({ url }: QuietSite) => rawRequest(`${url}/server-hosting`, { headers: { 'Accept-Encoding': 'br' } }),
  },
  {
    name: 'spawn to all pages at a fast level',
    atMost: 2,
    reached: (site: QuietSite) => site.logged('response cache filled'),
  },
  {
    name: 'spawn to all pages at brotli 11',
    atMost: 30,
    reached: (site: QuietSite) => site.logged('response cache compressed'),
  },
];

export const start: Section = async (report) => {
  const taken = moments.map((): number[] => []);
  for (let run = 0; run < runs; run += 1) {
    const site = await startQuietSite();
    for (const [index, { reached }] of moments.entries()) {
      await reached(site);
      taken[index]?.push(performance.now() - site.spawned);
    }
    await site.stop();
  }
  for (const [index, { name, atMost }] of moments.entries())
    report(name, median(taken[index] ?? []) / 1000, 's', { atMost });
};
