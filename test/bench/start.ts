import { rawRequest } from '../helpers/network/rawRequest.ts';
import { median, type Section } from './measurement.ts';
import { startBareServer, startQuietSite } from './processes.ts';

const runs = 5;

/** Measures the time from a start to the first page, and to all pages in the cache, relative to the start of a bare server. */
export const start: Section = async (report) => {
  const bare: number[] = [];
  const page: number[] = [];
  const filled: number[] = [];
  const compressed: number[] = [];
  for (let run = 0; run < runs; run += 1) {
    const begun = performance.now();
    const server = await startBareServer(new Map());
    bare.push(performance.now() - begun);
    await server.stop();

    const site = await startQuietSite();
    await rawRequest(`${site.url}/server-hosting`, { headers: { 'Accept-Encoding': 'br' } });
    page.push(performance.now() - site.spawned);
    await site.logged('response cache filled');
    filled.push(performance.now() - site.spawned);
    await site.logged('response cache compressed');
    compressed.push(performance.now() - site.spawned);
    await site.stop();
  }
  const base = median(bare);
  report('bare server', base / 1000, 's');
  report('spawn to a whole page', median(page) / base, 'ratio', { atMost: 8 });
  report('spawn to all pages at a fast level', median(filled) / base, 'ratio', { atMost: 30 });
  report('spawn to all pages at brotli 11', median(compressed) / base, 'ratio', { atMost: 300 });
};
