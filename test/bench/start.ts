import { performance } from 'node:perf_hooks';
import { rawRequest } from '../harness/rawRequest.ts';
import { median, type Section } from './measurement.ts';
import { startQuietSite } from './processes.ts';

const runs = 5;

/** From the process's spawning to the first page, to all pages being there, and to all compressed at their best. */
export const start: Section = async (report) => {
  const first: number[] = [];
  const all: number[] = [];
  const best: number[] = [];
  for (let run = 0; run < runs; run += 1) {
    const site = await startQuietSite();
    await rawRequest(`${site.url}/server-hosting`, { headers: { 'Accept-Encoding': 'br' } });
    first.push(performance.now() - site.spawned);
    await site.logged('pages rendered');
    all.push(performance.now() - site.spawned);
    await site.logged('pages warm');
    best.push(performance.now() - site.spawned);
    await site.stop();
  }
  report({
    name: 'spawn to a whole page',
    value: median(first) / 1000,
    unit: 's',
    limit: { atMost: 0.5 },
    kept: true,
  });
  report({
    name: 'spawn to all pages at a fast level',
    value: median(all) / 1000,
    unit: 's',
    limit: { atMost: 1 },
    kept: true,
  });
  report({
    name: 'spawn to all pages at brotli 11',
    value: median(best) / 1000,
    unit: 's',
    limit: { atMost: 30 },
    kept: true,
  });
};
