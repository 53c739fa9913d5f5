import { contactMessage, submissionsPath } from '../helpers/visitor/visitor.ts';
import { sendLoad } from './load.ts';
import { median, type Section } from './measurement.ts';
import { startBareServer, startWarmSite } from './processes.ts';
import { answerAt } from './withoutScripts.ts';

const rounds = 3;
/** How long requests are sent in each measurement. With fewer seconds (`BENCH_SECONDS`) the benchmark is quicker, but noisier. */
const seconds = Number(process.env.BENCH_SECONDS ?? 10);
const page = '/server-hosting';
const message = { contentType: 'application/json', body: JSON.stringify(contactMessage) };

/** Compares requests per second with those of a bare `node:http` server that sends the same bytes. */
export const throughput: Section = async (report, untilEnd) => {
  const site = await untilEnd(startWarmSite({ SUBMISSION_LIMIT: '100000000', SUBMISSION_FLOOD: '100000000' }));

  const stored = Buffer.from('{"success":true}');
  const headers = { 'Content-Type': 'application/json', 'Content-Length': String(stored.length) };
  const answers = new Map([
    [page, await answerAt(site.url, page)],
    [submissionsPath, { status: 200, headers, body: stored }],
  ]);
  const bare = await untilEnd(startBareServer(answers));

  for (const { name, path, post, limit } of [
    { name: 'page', path: page, limit: { atLeast: 0.45 } },
    { name: 'post', path: submissionsPath, post: message },
  ]) {
    const load = (url: string, duration: number) =>
      sendLoad({ url: url + path, seconds: duration, ...(post && { post }) });
    await load(site.url, 2);
    await load(bare.url, 1);
    const ratios: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const plain = await load(bare.url, seconds);
      const ours = await load(site.url, seconds);
      ratios.push(ours.requestsPerSecond / plain.requestsPerSecond);
    }
    report(`${name}, site to bare`, median(ratios), 'ratio', limit);
  }
};
