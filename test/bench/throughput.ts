import { scriptsIn } from '../helpers/browser/budgets.ts';
import { rawRequest } from '../helpers/network/rawRequest.ts';
import { type LoadOptions, sendLoad } from './load.ts';
import { median, type Section } from './measurement.ts';
import { processorSeconds, type Server, startBareServer, startWarmSite } from './processes.ts';
import { answerAt } from './withoutScripts.ts';

const rounds = 3;
/** `BENCH_SECONDS` can reduce this: quicker, but noisier. */
const seconds = Number(process.env.BENCH_SECONDS ?? 10);
const page = '/server-hosting';
const endpoint = '/functions/v1/send-contact-email';
const message = {
  contentType: 'application/json',
  body: JSON.stringify({
    name: 'Thandi Nkosi',
    email: 'thandi@example.co.za',
    company: 'Nkosi Logistics',
    phone: '0105550100',
    message: 'We would like somebody to look after twelve workstations and a server.',
  }),
};

type Round = {
  readonly requestsPerSecond: number;
  readonly p99Milliseconds: number;
  /** The server's processor time per request. */
  readonly microseconds: number;
};

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
    [endpoint, { status: 200, headers, body: stored }],
  ]);
  const bare = await untilEnd(startBareServer(answers));

  const kinds: readonly (Pick<LoadOptions, 'post'> & {
    name: string;
    path: string;
    limit?: { readonly atLeast: number };
  })[] = [
    { name: 'page', path: page, limit: { atLeast: 0.3 } },
    { name: 'script', path: script },
    { name: 'post', path: endpoint, post: message },
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
    const pairs: { readonly site: Round; readonly bare: Round }[] = [];
    for (let round = 0; round < rounds; round += 1)
      pairs.push({ bare: await load(bare, seconds), site: await load(site, seconds) });
    const middle = (read: (pair: { site: Round; bare: Round }) => number) => median(pairs.map(read));
    const unit = 'requests/s';
    report(
      name,
      middle((pair) => pair.site.requestsPerSecond),
      unit,
    );
    report(
      `${name}, bare server`,
      middle((pair) => pair.bare.requestsPerSecond),
      unit,
      'aside',
    );
    report(
      `${name}, site to bare`,
      middle((pair) => pair.site.requestsPerSecond / pair.bare.requestsPerSecond),
      'ratio',
      limit,
    );
    report(
      `${name}, processor time`,
      middle((pair) => pair.site.microseconds),
      'µs/request',
    );
    report(
      `${name}, processor time, bare server`,
      middle((pair) => pair.bare.microseconds),
      'µs/request',
    );
    report(
      `${name}, bare to site by processor time`,
      middle((pair) => pair.bare.microseconds / pair.site.microseconds),
      'ratio',
    );
    report(
      `${name}, p99`,
      middle((pair) => pair.site.p99Milliseconds),
      'ms',
    );
    report(
      `${name}, p99, bare server`,
      middle((pair) => pair.bare.p99Milliseconds),
      'ms',
      'aside',
    );
  }
};
