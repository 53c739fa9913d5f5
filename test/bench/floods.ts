import { setTimeout as sleep } from 'node:timers/promises';
import { floodsAgainst, newVisits, readyPages, startFlood, startFloodedSite } from '../faults/floods.ts';
import { percentile, type Section } from './measurement.ts';

const seconds = Number(process.env.BENCH_SECONDS ?? 5);
/** In milliseconds. After this time, all connections of a flood are sending. */
const warmUp = 1000;
const between = 2;

async function p99Of(visit: () => Promise<Response>): Promise<number> {
  const times: number[] = [];
  const end = performance.now() + seconds * 1000;
  while (performance.now() < end) {
    const begun = performance.now();
    const answer = await visit();
    await answer.arrayBuffer();
    times.push(answer.status === 200 ? performance.now() - begun : Number.POSITIVE_INFINITY);
    await sleep(between);
  }
  return percentile(times, 0.99);
}

/** How long another visitor's page, query and order take (p99) in each flood, relative to a flood of requests for a ready page. */
export const floods: Section = async (report, untilEnd) => {
  const site = await untilEnd(startFloodedSite());
  const visits = newVisits(site);
  const under = async (kind: Parameters<typeof startFlood>[1]) => {
    const stop = await startFlood(site, kind);
    await sleep(warmUp);
    const [home, query, order] = await Promise.all([p99Of(visits.home), p99Of(visits.query), p99Of(visits.order)]);
    await stop();
    return { home, query, order };
  };
  const base = await under(readyPages);
  for (const [title, kind] of Object.entries(await floodsAgainst(site))) {
    const times = await under(kind);
    for (const name of ['home', 'query', 'order'] as const)
      report(`${title}: p99 of another's ${name}`, times[name] / base[name], 'ratio', { atMost: 3 });
  }
};
