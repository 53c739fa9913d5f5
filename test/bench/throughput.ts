import { scriptsIn } from '../helpers/browser/budgets.ts';
import { rawRequest } from '../helpers/network/rawRequest.ts';
import { contactMessage, submissionsPath } from '../helpers/visitor/visitor.ts';
import { type LoadOptions, sendLoad } from './load.ts';
import { median, type Section } from './measurement.ts';
import { processorSeconds, type Server, startBareServer, startWarmSite } from './processes.ts';
import { answerAt } from './withoutScripts.ts';

const rounds = 3;
/** `BENCH_SECONDS` can reduce this: quicker, but noisier. */
const seconds = Number(process.env.BENCH_SECONDS ?? 10);
const page = '/server-hosting';
const message = { contentType: 'application/json', body: JSON.stringify(contactMessage) };

type Round = {
  readonly requestsPerSecond: number;
  readonly p99Milliseconds: number;
  /** The server's processor time per request. */
  readonly microseconds: number;
};

type Pair = { readonly site: Round; readonly bare: Round };

/** Requests per second and p99, compared with a bare `node:http` server that sends the same bytes. */
export const throughput: Section = async (report, untilEnd) => {
  const site = await untilEnd(startWarmSite({ SUBMISSION_LIMIT: '100000000', SUBMISSION_FLOOD: '100000000' }));

  const html = (await rawRequest(site.url + page)).body.toString();
  // The page's chunk: a few kilobytes, like the page.
  const script = scriptsIn(html).at(-1);
  if (!script) throw new Error('The page names no script.');
  const stored = Buffer.from('{"success":true}');
  const headers = { 'Content-Type': 'application/json', 'Content-Length': String(stored.length) };
  const answers = new Map([
    [page, await answerAt(site.url, page)],
    [script, await answerAt(site.url, script)],
    [submissionsPath, { status: 200, headers, body: stored }],
  ]);
  const bare = await untilEnd(startBareServer(answers));

  const kinds: readonly (Pick<LoadOptions, 'post'> & {
    name: string;
    path: string;
    limit?: { readonly atLeast: number };
  })[] = [
    { name: 'page', path: page, limit: { atLeast: 0.4 } },
    { name: 'script', path: script },
    { name: 'post', path: submissionsPath, post: message },
  ];
  for (const { name, path, post, limit } of kinds) {
    const load = async (server: Server, duration: number): Promise<Round> => {
      const before = processorSeconds(server.pid);
      const sent = await sendLoad({ url: server.url + path, seconds: duration, ...(post ? { post } : {}) });
      const { requests, requestsPerSecond, p99Milliseconds } = sent;
      const microseconds = ((processorSeconds(server.pid) - before) * 1e6) / requests;
      return { requestsPerSecond, p99Milliseconds, microseconds };
    };
    await load(site, 2);
    await load(bare, 1);
    const pairs: Pair[] = [];
    for (let round = 0; round < rounds; round += 1)
      pairs.push({ bare: await load(bare, seconds), site: await load(site, seconds) });
    const figures = {
      '': [(pair) => pair.site.requestsPerSecond, 'requests/s'],
      ', bare server': [(pair) => pair.bare.requestsPerSecond, 'requests/s', 'aside'],
      ', site to bare': [(pair) => pair.site.requestsPerSecond / pair.bare.requestsPerSecond, 'ratio', limit],
      ', processor time': [(pair) => pair.site.microseconds, 'µs/request'],
      ', processor time, bare server': [(pair) => pair.bare.microseconds, 'µs/request'],
      ', bare to site by processor time': [(pair) => pair.bare.microseconds / pair.site.microseconds, 'ratio'],
      ', p99': [(pair) => pair.site.p99Milliseconds, 'ms'],
      ', p99, bare server': [(pair) => pair.bare.p99Milliseconds, 'ms', 'aside'],
    } satisfies Record<string, [(pair: Pair) => number, string, (typeof limit | 'aside' | undefined)?]>;
    for (const [figure, [read, unit, ofFigure]] of Object.entries(figures))
      report(name + figure, median(pairs.map(read)), unit, ofFigure);
  }
};
