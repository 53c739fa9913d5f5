import { fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { residentMegabytes, startWarmSite } from '../bench/processes.ts';
import { secretIn } from '../helpers/store/stored.ts';
import { cheapToken } from '../helpers/visitor/proof.ts';
import { newKey, orderOf, person, submissionsPath } from '../helpers/visitor/visitor.ts';
import type { Flood, Flooded } from './floodClient.ts';
import { type Part, percentile, rounded } from './part.ts';
import { sizes } from './sizes.ts';

const connections = 50;
/** The most that a p99 of another visitor in a flood may be, as a multiple of the same in a flood of cached pages. */
const ratioLimit = 3;
/** Seconds from which a flood gives a meaningful ratio. In shorter ones a p99 below `noise` milliseconds passes. */
const meaningful = 5;
const noise = sizes.floodSeconds < meaningful ? { home: 25, query: 150, order: 150 } : { home: 0, query: 0, order: 0 };
/** In a short flood the p99 is the slowest of about fifty answers: only what is too slow each time is a fault. */
const mostTries = sizes.floodSeconds < meaningful ? 3 : 1;
/** Milliseconds for the home page after a flood that are soon; so is whatever is less than before or in ready pages. */
const soon = 25;
/** The most milliseconds for an uncached page after a flood: the server must skip the flood's abandoned requests. */
const ownPageWithin = 2_000;
/** The most MB by which the process may grow in a flood. */
const mostGrown = 60;
/** Milliseconds until a flood is at its height; and of each measurement before and after it. */
const warmUp = sizes.floodSeconds < meaningful ? 250 : 2000;
const aside = sizes.floodSeconds < meaningful ? 200 : 2000;
/** In short measurements the p99 is the slowest: before and after a short flood the median counts. */
const calm = sizes.floodSeconds < meaningful ? 0.5 : 0.99;
const hosting = '/server-hosting';
const slowDiskTitle = 'health on a slow disk';

/** The p99 of each in milliseconds: the home page, a page with a query, an order. */
type Times = Record<keyof typeof noise, number>;

type Kind = Omit<Flood, 'port' | 'connections' | 'milliseconds'> & {
  /** The allowed statuses; the first must occur. */
  readonly statuses: readonly [string, ...string[]];
  readonly connections?: number;
};

function formPost(fields: object, rest = '') {
  return {
    method: 'POST' as const,
    path: submissionsPath,
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ ...person, plan: 'CXN3', ...fields }) + rest,
  };
}
function jsonPost(path: string, body: unknown) {
  return { method: 'POST' as const, path, headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) };
}
const ready: Kind = { method: 'GET', path: hosting, statuses: ['200'] };

/** Floods by title: the request, the allowed statuses, the first of which must occur. `reference`: of a stored order. */
function floodsAgainst(reference: string): { readonly [title: string]: Kind } {
  const manyAddresses = true;
  const invalid = formPost({ phone: '1' });
  const fields = formPost({}, '&a'.repeat(30_000));
  const large = formPost({ message: 'm'.repeat(64_000) });
  const results = { method: 'GET', path: `${hosting}?submitted=${reference}` } as const;
  const order = orderOf('CXN3');
  const event = { type: 'error', message: 'x', stack: '%40'.repeat(1333) };
  const ours = formPost({});
  const keyed = { ...invalid, headers: { ...invalid.headers, 'Idempotency-Key': newKey() } };
  const coded = { ...ready, path: '/', headers: { 'Accept-Encoding': 'a,'.repeat(7500) } };
  const queries = { method: 'GET', path: `${hosting}?budget=#` } as const;
  const foreign = { ...ours, headers: { ...ours.headers, Origin: 'https://evil.example' } };
  return {
    'client events of 4 KB': { ...jsonPost('/client-events', [event]), manyAddresses, statuses: ['204'] },
    'plain posts, one address': { ...invalid, statuses: ['429', '400', '503'] },
    'plain posts with a key, one address': { ...keyed, statuses: ['429', '400', '503'] },
    'plain posts, many addresses': { ...invalid, manyAddresses, statuses: ['400', '503'] },
    'plain posts of 64 KB, many addresses': { ...large, manyAddresses, statuses: ['413', '503'] },
    'plain posts of 30,000 fields, many addresses': { ...fields, manyAddresses, statuses: ['413', '503'] },
    'plain posts that hang up': {
      ...{ ...invalid, manyAddresses, hangsUp: true, connections: 200 },
      statuses: ['none', '400', '503'],
    },
    'pages with long headers': { ...coded, statuses: ['200'] },
    'pages with a query, one address': { ...queries, pause: 50, statuses: ['503', '200', '303'] },
    'unknown paths': { method: 'GET', path: '/nowhere', statuses: ['404'] },
    'results, one address': { ...results, statuses: ['200', '303'] },
    'results, many addresses': { ...results, manyAddresses, statuses: ['200'] },
    [slowDiskTitle]: { method: 'GET', path: '/healthz', statuses: ['200'] },
    "another site's posts": { ...foreign, statuses: ['403', '503'] },
    'submissions, many addresses': { ...jsonPost(submissionsPath, order), manyAddresses, statuses: ['403', '200'] },
  };
}

async function send(flood: Flood): Promise<Flooded> {
  const client = fork(path.join(import.meta.dirname, 'floodClient.ts'), { execArgv: process.execArgv });
  const answered = once(client, 'message') as Promise<[Flooded]>;
  client.send(flood);
  return (await answered)[0];
}

let visitors = 0;
/** The headers of a visitor at an address that no flood uses. */
function visitor(): Record<string, string> {
  visitors += 1;
  return { 'Accept-Encoding': 'br', 'X-Forwarded-For': `192.0.${(visitors >> 8) & 255}.${visitors & 255}` };
}

/** Sends requests one after the other. Resolves with the p99 of their times in milliseconds, or with another percentile. */
async function timeOf(
  prepare: () => Promise<() => Promise<Response>>,
  milliseconds: number,
  share = 0.99,
): Promise<number> {
  const times: number[] = [];
  const end = performance.now() + milliseconds;
  while (performance.now() < end) {
    const ask = await prepare();
    const begun = performance.now();
    const answer = await ask();
    await answer.arrayBuffer();
    times.push(answer.status === 200 ? performance.now() - begun : Number.POSITIVE_INFINITY);
    await sleep(2);
  }
  return percentile(times, share);
}
function homeFor(port: number, milliseconds: number, share?: number): Promise<number> {
  return timeOf(async () => () => fetch(`http://127.0.0.1:${port}/`, { headers: visitor() }), milliseconds, share);
}

/** Posts a plain order that is refused with an uncached page. Resolves with the milliseconds to its answer. */
async function ownPageFor(url: string): Promise<number> {
  const begun = performance.now();
  const { headers, ...post } = formPost({ phone: '1' });
  const response = await fetch(`${url}${submissionsPath}`, { ...post, headers: { ...headers, ...visitor() } });
  const isOwn = response.status === 400 && (await response.text()).includes(person.email);
  return isOwn ? performance.now() - begun : Number.POSITIVE_INFINITY;
}

/** Delays each fsync of the process by 8 ms until the returned function is called. Undefined without strace. */
async function slowDisk(pid: number): Promise<(() => Promise<void>) | undefined> {
  const calls = ['-e', 'trace=fsync,fdatasync', '-e', 'inject=fsync,fdatasync:delay_enter=8000'];
  const tracer = spawn('strace', ['-f', ...calls, '-o', '/dev/null', '-p', String(pid)], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const attached = new Promise<boolean>((resolve) => {
    tracer.once('error', () => resolve(false)).once('close', () => resolve(false));
    tracer.stderr.on('data', (chunk) => {
      if (String(chunk).includes('attached')) resolve(true);
    });
  });
  if (!(await attached)) return undefined;
  return async () => {
    const closed = once(tracer, 'close');
    tracer.kill('SIGINT');
    await closed;
  };
}

const measured = ['home', 'query', 'order'] as const;
function shown(times: Times, base?: Times): string {
  const texts = measured.map((name) => {
    const ratio = base ? ` (${rounded(times[name] / base[name], 2)} times)` : '';
    return `${name} ${rounded(times[name])} ms${ratio}`;
  });
  return `p99 ${texts.join(', ')}`;
}

/** Floods the most expensive routes over fifty connections while another visitor reads, compares and orders. */
export async function runFloods({ expect, counts, untilEnd }: Part): Promise<void> {
  const milliseconds = sizes.floodSeconds * 1000;
  const site = await untilEnd(startWarmSite({ TRUST_PROXY: '1', SUBMISSION_FLOOD: '20' }));
  const port = Number(new URL(site.url).port);
  const secret = secretIn(site.dataDirectory);

  const aQuery = async () => {
    const address = `${site.url}${hosting}?budget=${5_000_000 + visitors}`;
    return () => fetch(address, { headers: visitor() });
  };
  const anOrder = async () => {
    const { headers, ...post } = jsonPost(submissionsPath, orderOf('CXN3'));
    const sent = { ...headers, ...visitor(), 'X-Captcha-Token': await cheapToken(secret) };
    return () => fetch(`${site.url}${submissionsPath}`, { ...post, headers: sent });
  };
  const timesFor = async (): Promise<Times> => {
    const [home, query, order] = await Promise.all([
      homeFor(port, milliseconds),
      timeOf(aQuery, milliseconds),
      timeOf(anOrder, milliseconds),
    ]);
    return { home, query, order };
  };
  const underFlood = async ({ statuses, ...kind }: Kind, title: string, isFirst = true): Promise<Times> => {
    const flooding = send({ connections, ...kind, port, milliseconds: warmUp + milliseconds });
    await sleep(warmUp);
    const times = await timesFor();
    const answers = await flooding;
    expect(statuses[0] in answers || !isFirst, `${title}: no answer was ${statuses[0]}`);
    for (const [status, amount] of Object.entries(answers))
      expect(statuses.includes(status), `${title}: ${amount} answers were ${status}`);
    return times;
  };

  let quiet = await homeFor(port, aside, calm);
  const underReady = await underFlood(ready, 'ready pages');
  counts['ready pages'] = shown(underReady);
  const order = await fetch(`${site.url}${submissionsPath}`, { ...formPost({}), redirect: 'manual' });
  for (const [title, kind] of Object.entries(floodsAgainst(order.headers.get('x-reference') ?? ''))) {
    // Short floods say nothing under a tracer.
    if (title === slowDiskTitle && sizes.floodSeconds < meaningful) continue;
    const restoreDisk = title === slowDiskTitle ? await slowDisk(site.pid) : undefined;
    if (title === slowDiskTitle && !restoreDisk) {
      counts[title] = 'skipped: strace is not there or may not trace';
      continue;
    }
    for (let tries = 1; tries <= mostTries; tries += 1) {
      const memoryBefore = residentMegabytes(site.pid);
      const before = quiet;
      // The tracer slows down everything else too, and so may another program: the base is measured again.
      const base = restoreDisk || tries > 1 ? await underFlood(ready, 'ready pages') : underReady;
      const during = await underFlood(kind, title, tries === 1);
      const ownPage = await ownPageFor(site.url);
      const after = await homeFor(port, aside, calm);
      quiet = after;
      const grown = residentMegabytes(site.pid) - memoryBefore;
      counts[title] = [
        shown(during, base),
        `home ${rounded(before)} ms before, ${rounded(after)} after`,
        `${rounded(grown)} MB grown`,
        ...(tries > 1 ? [`${tries} tries`] : []),
      ].join('; ');
      const isFast =
        measured.every((name) => during[name] < Math.max(ratioLimit * base[name], noise[name])) &&
        after < Math.max(soon, base.home, before) &&
        ownPage < ownPageWithin;
      expect(grown < mostGrown, `${title}: ${counts[title]}`);
      expect(isFast || tries < mostTries, `${title}: ${counts[title]}; a visitor's own page ${rounded(ownPage)} ms`);
      if (isFast) break;
    }
    await restoreDisk?.();
  }
}
