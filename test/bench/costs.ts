import { Agent, request } from 'node:http';
import { newChallenge, tokenOf } from '../helpers/visitor/proof.ts';
import { contactMessage, newKey, orderOf, person, submissionsPath } from '../helpers/visitor/visitor.ts';
import type { Section } from './measurement.ts';
import { processorSeconds, startWarmSite } from './processes.ts';

const requests = 200;
const together = 4;

type Asked = {
  readonly method?: 'GET' | 'POST';
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
};

/** Node reads 16 KB of headers. */
const headerSize = 15_000;
const bodySize = 16_000;
function filled(text: string, size = headerSize): string {
  return text.repeat(Math.ceil(size / text.length)).slice(0, size);
}

const headers = {
  Accept: 'a/b;q=0.1,',
  'Accept-Encoding': 'gzip;q=0.1,',
  'If-Modified-Since': '1 ',
  'If-None-Match': 'W/"a"',
  Origin: 'a.',
  Range: '0-0,',
  'X-Forwarded-For': '1.2.3.4,',
};
const queries = ['a&', '%41', 'q=%F0%9F%98%80&', 'compare=CXN1&', 'submitted=7K3M9-QXD2R&', 'ram=8&'];
const paths = ['a/', '%41', '..%2f', '%'];

function posted(body: string, given: Readonly<Record<string, string>> = {}): Asked {
  return { method: 'POST', path: submissionsPath, body, headers: { 'Content-Type': 'application/json', ...given } };
}

/** Requests of the largest sizes that the server reads, by title. */
async function largestRequests(url: string): Promise<readonly (readonly [string, Asked])[]> {
  const challenge = await newChallenge(url);
  const wrong = tokenOf({ challenge, solution: { counter: 1, derivedKey: '00'.repeat(32) } });
  const message = JSON.stringify({ ...contactMessage, message: filled('é', bodySize / 2) });
  const fields = String(new URLSearchParams({ ...person, plan: 'CXN3', message: 'm' }));
  const form = (repeated: string) =>
    posted(fields + filled(repeated, bodySize - fields.length), {
      'Content-Type': 'application/x-www-form-urlencoded',
    });
  const events = Array.from({ length: 4 }, () => ({ type: 'error', message: 'x', stack: filled('%40', 3_900) }));
  return [
    ...Object.entries(headers).map(
      ([name, text]) => [name, { path: '/server-hosting', headers: { [name]: filled(text) } }] as const,
    ),
    ...queries.map((query) => [`?${query}`, { path: `/server-hosting?${filled(query)}` }] as const),
    ...paths.map((path) => [`/${path}`, { path: `/${filled(path)}` }] as const),
    ['a message', posted(message)],
    ['many fields', posted(`{${filled('"a":1,', bodySize)}"b":1}`)],
    ['nested lists', posted(filled('[', bodySize))],
    ['a token', posted(message, { 'X-Captcha-Token': filled('eyJ', 8_000) })],
    ['a wrong solution', posted(JSON.stringify(orderOf('CXN3')), { 'X-Captcha-Token': wrong })],
    ['a form', form('m')],
    ['a form of empty fields', form('&a')],
    ['a form of codes', form('%41')],
    ['client events', { ...posted(JSON.stringify(events)), path: '/client-events' }],
  ];
}

/** The server's processor time for the dearest requests, to that for a small message. */
export const costs: Section = async (report, untilEnd) => {
  const unlimited = { SUBMISSION_LIMIT: '1000000000', SUBMISSION_FLOOD: '1000000000' };
  const site = await untilEnd(startWarmSite({ TRUST_PROXY: '1', CAPTCHA_ENFORCE: 'true', ...unlimited }));
  const port = Number(new URL(site.url).port);
  const agent = new Agent({ keepAlive: true, maxSockets: together });
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
  /** Milliseconds of the server's processor for a request. The clock of proc(5) ticks every 10 ms. */
  const costOf = async (asked: Asked): Promise<number> => {
    const before = processorSeconds(site.pid);
    for (let left = requests; left > 0; left -= together)
      await Promise.all(Array.from({ length: together }, () => send(asked)));
    return ((processorSeconds(site.pid) - before) * 1000) / requests;
  };

  const small = posted(JSON.stringify(contactMessage));
  await costOf(small);
  const base = await costOf(small);
  report('a small message', base, 'ms');
  for (const [title, asked] of await largestRequests(site.url))
    report(`${title} to a small message`, (await costOf(asked)) / base, 'ratio', { atMost: 4 });
  agent.destroy();
};
