import { Agent, request } from 'node:http';
import fc from 'fast-check';
import { hang } from '../helpers/hang.ts';
import { startSite } from '../helpers/site/site.ts';
import { storedIn } from '../helpers/store/stored.ts';
import { person, submissionsPath } from '../helpers/visitor/visitor.ts';
import { pageAddresses } from './addresses.ts';
import { type Part, unlimited } from './part.ts';
import { sizes } from './sizes.ts';

type Made = {
  readonly method: string;
  readonly path: string;
  readonly headers: { readonly [name: string]: string };
  readonly body: string | undefined;
};

const together = 20;

const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 120 }),
  fc.string({ minLength: 1000, maxLength: 5000 }),
  fc.constantFrom(
    ...['\0', '\r\nBcc: a@b.example', '__proto__', 'constructor', '\ud800', '\u202e', '%00', '%ff', '<script>', ''],
    ...['../../etc/passwd', 'ﷺ'.repeat(50), "'; DROP TABLE submissions; --", '=== HOSTING ORDER REQUEST ==='],
  ),
);
const address = fc
  .tuple(
    fc.oneof(
      fc.constantFrom(...pageAddresses),
      text.map((typed) => `/${encodeURIComponent(typed.toWellFormed())}`),
      fc.constantFrom('//', '/%', '/%E0%A4%A', '/..%2f..%2fetc/passwd', '/documents/', `/${'a'.repeat(9000)}`),
    ),
    fc.oneof(
      fc.constantFrom('', '?order=CXN3', '?submitted=AAAAA-AAAAA&submitted=2', '?order[]=CXN3', '?__proto__[x]=1'),
      fc.webQueryParameters().map((parameters) => `?${parameters}`),
    ),
  )
  .map((parts) => parts.join(''));

const names = [
  ...['Accept-Encoding', 'Accept', 'If-None-Match', 'If-Modified-Since', 'Range', 'Origin', 'Sec-Fetch-Site', 'Host'],
  ...['X-Forwarded-For', 'Idempotency-Key', 'X-Captcha-Token', 'X-Request-Id', 'Cookie'],
];
const header = fc.oneof(
  // Node's client refuses characters that are invalid in headers; test/http/rawVectors.test.ts sends raw bytes.
  fc.tuple(fc.constantFrom(...names), fc.string({ maxLength: 60 })),
  fc.constantFrom<[string, string][]>(
    ['Accept-Encoding', 'br;q=0, gzip;q=0, identity;q=0'],
    ['Range', 'bytes=0-,5-9,-1'],
    ['X-Forwarded-For', '1.2.3.4, ::1, garbage, 999.1.1.1'],
    ['Idempotency-Key', '5f0c1c9e-0000-4000-8000-000000000001'],
    ['Transfer-Encoding', 'chunked'],
    ['Content-Encoding', 'gzip'],
  ),
);
const headers = fc.oneof(fc.constant([]), fc.array(header, { maxLength: 4 })).map((pairs) => Object.fromEntries(pairs));

const fields = fc.record(
  { name: text, email: text, company: text, phone: text, message: text, plan: text },
  { requiredKeys: [] },
);
const filledIn = fc.oneof(
  fields,
  text.map((message) => ({ ...person, message })),
);
const posted = fc.oneof(
  fc.tuple(
    fc.constant('application/json'),
    fc.oneof(
      filledIn.map((filled) => JSON.stringify(filled)),
      fc.json(),
      fc.constantFrom('{"__proto__":{"name":"x"}}', '{"name":', 'null', '['.repeat(8000), `"${'a'.repeat(17_000)}"`),
    ),
  ),
  fc.tuple(
    fc.constant('application/x-www-form-urlencoded'),
    filledIn.map((filled) =>
      new URLSearchParams(Object.entries(filled).map(([name, value]) => [name, value.toWellFormed()])).toString(),
    ),
  ),
  fc.tuple(fc.constantFrom('text/plain', 'multipart/form-data; boundary=x', 'application/json; charset=utf-7'), text),
);

const one: fc.Arbitrary<Made> = fc.oneof(
  fc.record({
    method: fc.constantFrom('GET', 'GET', 'GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND'),
    path: address,
    headers,
    body: fc.option(text, { nil: undefined, freq: 6 }),
  }),
  fc.tuple(posted, headers).map(([[type, body], others]) => ({
    method: 'POST',
    path: submissionsPath,
    headers: { ...others, 'Content-Type': type },
    body,
  })),
);

const agent = new Agent({ keepAlive: true, maxSockets: together });

/** Resolves with the status; undefined: the connection ended before. */
function send(port: number, { method, path, headers: given, body }: Made): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    // For some methods Node's client sends no Content-Length, and the server would read the body as the next request.
    const length =
      body === undefined || 'Transfer-Encoding' in given ? {} : { 'Content-Length': Buffer.byteLength(body) };
    const all = { ...given, ...length };
    const sent = request({ host: '127.0.0.1', port, method, path, headers: all, agent, timeout: hang }, (response) => {
      const end = () => resolve(response.statusCode);
      // The server may close the connection after a request that it cannot parse.
      response.resume().on('end', end).on('error', end);
    });
    sent.on('timeout', () => {
      reject(new Error(`no answer`));
      sent.destroy();
    });
    sent.on('error', () => resolve(undefined));
    sent.end(body);
  });
}

/** Sends generated requests to every route: none may cause a server error or stay unanswered. */
export async function runGeneratedRequests({ expect, counts, untilEnd }: Part): Promise<void> {
  const site = await untilEnd(
    startSite({ ...unlimited, TRUST_PROXY: '1', LOG_LEVEL: 'info' }, { responseCache: true }),
  );
  const statuses: Record<string, number> = {};
  const property = fc.asyncProperty(fc.array(one, { minLength: together, maxLength: together }), async (all) => {
    for (const status of await Promise.all(all.map((made) => send(site.port, made)))) {
      statuses[status ?? 'none'] = (statuses[status ?? 'none'] ?? 0) + 1;
      if (status !== undefined && status >= 500) throw new Error(`answered with ${status}`);
    }
  });
  const found = await fc.check(property, {
    numRuns: Math.ceil(sizes.requests / together),
    seed: sizes.seed,
    endOnFailure: true,
  });
  const example = JSON.stringify(found.counterexample)?.slice(0, 600);
  expect(!found.failed, `${found.errorInstance}; seed ${found.seed}, path ${found.counterexamplePath}: ${example}`);
  const { status } = await fetch(`${site.url}/healthz`);
  expect(status === 200, 'not healthy afterwards');
  const [failure] = site.log.filter(({ level }) => level >= 50);
  expect(!failure, `errors in the log: ${JSON.stringify(failure)?.slice(0, 600)}`);
  agent.destroy();
  Object.assign(counts, {
    requests: Object.values(statuses).reduce((sum, count) => sum + count, 0),
    statuses: Object.entries(statuses).join('; '),
    'submissions stored': storedIn(site.dataDirectory).length,
  });
}
