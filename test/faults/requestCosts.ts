import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { processorSeconds, startWarmSite } from '../bench/processes.ts';
import { newChallenge, tokenOf } from '../helpers/visitor/proof.ts';
import { contactMessage, newKey, orderOf, person, submissionsPath } from '../helpers/visitor/visitor.ts';
import { type Part, rounded, unlimited } from './part.ts';
import { sizes } from './sizes.ts';

/**
 * The most processor time of the server for one request, in milliseconds, and as a multiple of what a small message costs in
 * the same run: on a slow machine all is slow. The rendering program has its own.
 */
const most = 2;
/** Two before posts shared commits: a small message then cost three times what it does now. */
const mostOfSmall = 4;
/** A form over the limit of a body is read and shown again: once for each page that is rendered. */
const overLimitFactor = 2;
/** The clock of proc(5) ticks every 10 ms, and collected garbage belongs to earlier requests: the least of some tries. */
const mostTries = 3;

type Asked = {
  readonly method?: 'GET' | 'POST';
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly isOverLimit?: boolean;
};

/** Node reads 16 KB of headers. */
const headerSize = 15_000;
const bodySize = 16_000;
const formType = { 'Content-Type': 'application/x-www-form-urlencoded' };
function filled(text: string, size = headerSize): string {
  return text.repeat(Math.ceil(size / text.length)).slice(0, size);
}

const pages = ['/', '/server-hosting', '/nowhere', '/documents/terms-of-service.pdf', '/assets/none.js'];
const headers = {
  Accept: ['a/b;q=0.1,', ','],
  'Accept-Encoding': ['gzip;q=0.1,', 'a,', ',', ' '],
  'Accept-Language': ['a;q=0.1,'],
  'Cache-Control': ['no-cache ,', ' '],
  Cookie: ['a=b;', '='],
  'If-Match': ['"a",', ','],
  'If-Modified-Since': ['1 ', ' '],
  'If-None-Match': ['"a",', 'W/"a"', ','],
  Origin: ['a.', 'http://'],
  Range: ['0-0,', ',', '-'],
  Referer: ['http://'],
  'User-Agent': ['('],
  'X-Forwarded-For': ['1,', ',', '1.2.3.4,', '::,'],
  traceparent: ['00-'],
  baggage: ['a=b,'],
};
const queries = ['a&', 'a=&', '%41', '&', '=', 'q=%F0%9F%98%80&', 'compare=CXN1&', 'submitted=7K3M9-QXD2R&', 'ram=8&'];
const paths = ['a', '/', 'a/', '%41', '%2f', '../', '..%2f', '%', '@', '.'];

function posted(path: string, body: string, given: Readonly<Record<string, string>> = {}): Asked {
  return { method: 'POST', path, body, headers: { 'Content-Type': 'application/json', ...given } };
}
/** Forms within the limit of a body and up to what is read. */
function forms(title: string, repeated: string): (readonly [string, Asked])[] {
  const fields = String(new URLSearchParams({ ...person, plan: 'CXN3', message: 'm' }));
  return [bodySize, 4 * bodySize].map((size) => {
    const form = posted(submissionsPath, fields + filled(repeated, size - fields.length), formType);
    return [`${size} ${title}`, { ...form, isOverLimit: size > bodySize }];
  });
}

/** Requests of the largest sizes that the server reads, by title. */
async function largestRequests(url: string): Promise<readonly (readonly [string, Asked])[]> {
  const challenge = await newChallenge(url);
  const wrong = tokenOf({ challenge, solution: { counter: 1, derivedKey: '00'.repeat(32) } });
  const order = { ...orderOf('CXN3'), message: filled(`${orderOf('CXN3').message}\n`, bodySize) };
  const events = Array.from({ length: 4 }, () => ({ type: 'error', message: 'x', stack: filled('%40', 3_900) }));
  return [
    ...pages.flatMap((path) =>
      Object.entries(headers).flatMap(([name, texts]) =>
        texts.map((text) => [`${path} ${name}: ${text}`, { path, headers: { [name]: filled(text) } }] as const),
      ),
    ),
    ...queries.flatMap((query) =>
      ['/', '/server-hosting', '/search', '/contact', '/nowhere'].flatMap((path) =>
        [1_000, headerSize].map(
          (size) => [`${size} ${path}?${query}`, { path: `${path}?${filled(query, size)}` }] as const,
        ),
      ),
    ),
    ...paths.flatMap((path) =>
      ['/', '/assets/', '/documents/'].map((folder) => [folder + path, { path: folder + filled(path) }] as const),
    ),
    ['a message', posted(submissionsPath, JSON.stringify({ ...contactMessage, message: filled('é', bodySize / 2) }))],
    ['an order', posted(submissionsPath, JSON.stringify(order))],
    ['many fields', posted(submissionsPath, `{${filled('"a":1,', bodySize)}"b":1}`)],
    ['nested lists', posted(submissionsPath, filled('[', bodySize))],
    ['a key', posted(submissionsPath, JSON.stringify(contactMessage), { 'Idempotency-Key': filled('a') })],
    ['a token', posted(submissionsPath, JSON.stringify(contactMessage), { 'X-Captcha-Token': filled('eyJ', 8_000) })],
    ['a wrong solution', posted(submissionsPath, JSON.stringify(orderOf('CXN3')), { 'X-Captcha-Token': wrong })],
    ['a media type', posted(submissionsPath, '{}', { 'Content-Type': filled('application/json;charset=') })],
    ...forms('a form', 'm'),
    ...forms('a form of empty fields', '&a'),
    ...forms('a form of codes', '%41'),
    ['client events', posted('/client-events', JSON.stringify(events))],
    [
      'client events of codes',
      posted('/client-events', JSON.stringify([{ type: 'error', stack: filled('\\', 7_000) }])),
    ],
  ];
}

/** Sends each request of the largest size repeatedly, and measures what it costs the server. */
export async function runRequestCosts({ expect, counts, untilEnd }: Part): Promise<void> {
  const site = await untilEnd(startWarmSite({ TRUST_PROXY: '1', CAPTCHA_ENFORCE: 'true', ...unlimited }));
  const port = Number(new URL(site.url).port);
  const agent = new Agent({ keepAlive: true, maxSockets: 4 });
  let clients = 0;

  const send = ({ path, method = 'GET', body, headers: given }: Asked): Promise<void> =>
    new Promise((resolve) => {
      clients += 1;
      const client = { 'X-Forwarded-For': `10.${(clients >> 16) & 255}.${(clients >> 8) & 255}.${clients & 255}` };
      const sent = { ...client, ...(method === 'POST' ? { 'Idempotency-Key': newKey() } : {}), ...given };
      const asked = request({ host: '127.0.0.1', port, path, method, headers: sent, agent }, (response) => {
        response.resume();
        response.once('close', resolve);
      });
      asked.once('error', () => resolve());
      asked.end(body);
    });
  const sendAll = async (asked: Asked): Promise<number> => {
    const before = processorSeconds(site.pid);
    for (let left = sizes.costRequests; left > 0; left -= 4)
      await Promise.all(Array.from({ length: Math.min(4, left) }, () => send(asked)));
    return ((processorSeconds(site.pid) - before) * 1000) / sizes.costRequests;
  };

  const costs: (readonly [string, number])[] = [];
  const small = posted(submissionsPath, JSON.stringify(contactMessage));
  await sendAll(small);
  const smallCost = await sendAll(small);
  const mostHere = Math.max(most, mostOfSmall * smallCost);
  counts['a small message'] = `${rounded(smallCost, 2)} ms`;
  for (const [title, asked] of await largestRequests(site.url)) {
    const allowed = asked.isOverLimit ? overLimitFactor * mostHere : mostHere;
    let cost = await sendAll(asked);
    for (let tries = 1; cost > allowed && tries < mostTries; tries += 1) {
      // What earlier requests have left to do.
      await sleep(200);
      cost = Math.min(cost, await sendAll(asked));
    }
    costs.push([title, cost]);
    expect(cost <= allowed, `${title}: ${rounded(cost, 2)} ms of processor`);
  }
  agent.destroy();
  counts.requests = `${costs.length} kinds, ${sizes.costRequests} each`;
  const dearest = costs.sort(([, a], [, b]) => b - a).slice(0, 5);
  for (const [title, cost] of dearest) counts[title.slice(0, 34)] = `${rounded(cost, 2)} ms`;
}
