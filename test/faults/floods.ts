import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { residentMegabytes, type SiteServer, startWarmSite } from '../bench/processes.ts';
import { secretIn } from '../helpers/store/stored.ts';
import { cheapToken } from '../helpers/visitor/proof.ts';
import { orderOf, person, submissionsPath } from '../helpers/visitor/visitor.ts';
import type { Flood, Flooded } from './floodClient.ts';
import type { Part } from './part.ts';

/** The most MB by which the process may grow in a flood. */
const mostGrown = 60;
/** During each flood, another visitor makes each request of `newVisits` so many times. */
const repetitions = 5;
const hosting = '/server-hosting';

type Kind = Omit<Flood, 'port' | 'connections'> & {
  /** The allowed statuses. The first must occur in the flood. */
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

/** A flood of requests for a ready page, which any server must bear. The benchmark compares the other floods with this one. */
export const readyPages: Kind = { method: 'GET', path: hosting, statuses: ['200'] };

export async function floodsAgainst(site: SiteServer): Promise<{ readonly [title: string]: Kind }> {
  const stored = await fetch(`${site.url}${submissionsPath}`, { ...formPost({}), redirect: 'manual' });
  const reference = stored.headers.get('x-reference') ?? '';
  const manyAddresses = true;
  const invalid = formPost({ phone: '1' });
  const fields = formPost({}, '&a'.repeat(30_000));
  const large = formPost({ message: 'm'.repeat(64_000) });
  const results = { method: 'GET', path: `${hosting}?submitted=${reference}` } as const;
  const order = orderOf('CXN3');
  const event = { type: 'error', message: 'x', stack: '%40'.repeat(1333) };
  const ours = formPost({});
  const coded = { ...readyPages, path: '/', headers: { 'Accept-Encoding': 'a,'.repeat(7500) } };
  const queries = { method: 'GET', path: `${hosting}?budget=#` } as const;
  const foreign = { ...ours, headers: { ...ours.headers, Origin: 'https://evil.example' } };
  return {
    'client events of 4 KB': { ...jsonPost('/client-events', [event]), manyAddresses, statuses: ['204'] },
    'plain posts, one address': { ...invalid, statuses: ['429', '400', '503'] },
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
    'results, one address': { ...results, statuses: ['200'] },
    'results, many addresses': { ...results, manyAddresses, statuses: ['200'] },
    'looks at the health': { method: 'GET', path: '/healthz', statuses: ['200'] },
    "another site's posts": { ...foreign, statuses: ['403', '503'] },
    'submissions, many addresses': { ...jsonPost(submissionsPath, order), manyAddresses, statuses: ['403', '200'] },
  };
}

export function startFloodedSite(): Promise<SiteServer> {
  return startWarmSite({ TRUST_PROXY: '1', SUBMISSION_FLOOD: '20' });
}

/** Starts a flood. Resolves when it is under way, with a function that ends the flood and counts its answers. */
export async function startFlood(site: SiteServer, { statuses: _, ...kind }: Kind): Promise<() => Promise<Flooded>> {
  const client = fork(path.join(import.meta.dirname, 'floodClient.ts'), { execArgv: process.execArgv });
  client.send({ connections: 50, ...kind, port: Number(new URL(site.url).port) } satisfies Flood);
  await once(client, 'message');
  return async () => {
    const answered = once(client, 'message') as Promise<[Flooded]>;
    client.send('stop');
    return (await answered)[0];
  };
}

/** The requests of other visitors, who read, compare and order. Each has an IP address that no flood uses. */
export function newVisits({ url, dataDirectory }: SiteServer) {
  const secret = secretIn(dataDirectory);
  let visitors = 0;
  const visitor = (): Record<string, string> => {
    visitors += 1;
    return { 'Accept-Encoding': 'br', 'X-Forwarded-For': `192.0.${(visitors >> 8) & 255}.${visitors & 255}` };
  };
  return {
    home: () => fetch(`${url}/`, { headers: visitor() }),
    query: () => fetch(`${url}${hosting}?budget=${5_000_000 + visitors}`, { headers: visitor() }),
    order: async () => {
      const { headers, ...post } = jsonPost(submissionsPath, orderOf('CXN3'));
      const sent = { ...headers, ...visitor(), 'X-Captcha-Token': await cheapToken(secret) };
      return fetch(`${url}${submissionsPath}`, { ...post, headers: sent });
    },
  };
}

/** Floods the most expensive routes. Meanwhile, other visitors must be answered, and the process must grow little. */
export async function runFloods({ expect, counts, untilEnd }: Part): Promise<void> {
  const site = await untilEnd(startFloodedSite());
  const visits = Object.entries(newVisits(site));
  for (const [title, kind] of Object.entries(await floodsAgainst(site))) {
    const before = residentMegabytes(site.pid);
    const stop = await startFlood(site, kind);
    for (let visit = 0; visit < repetitions; visit += 1)
      for (const [name, ask] of visits) {
        const { status } = await ask();
        expect(status === 200, `${title}: another visitor's ${name} was answered with ${status}`);
      }
    const answers = await stop();
    const grown = residentMegabytes(site.pid) - before;
    expect(kind.statuses[0] in answers, `${title}: no answer was ${kind.statuses[0]}`);
    for (const [status, amount] of Object.entries(answers))
      expect(kind.statuses.includes(status), `${title}: ${amount} answers were ${status}`);
    expect(grown < mostGrown, `${title}: the process grew by ${grown.toFixed(1)} MB`);
    const said = Object.entries(answers).map(([status, amount]) => `${amount} ${status}`);
    counts[title] = `${said.join(', ')}; ${grown.toFixed(1)} MB grown`;
  }
}
