import { Agent, request } from 'node:http';
import fc from 'fast-check';
import { families } from '../../shared/hosting/catalogue.ts';
import { startSite } from '../helpers/site/site.ts';
import { storedIn } from '../helpers/store/stored.ts';
import { person, submissionsPath } from '../helpers/visitor/visitor.ts';
import { pageAddresses } from './addresses.ts';
import { type Part, unlimited } from './part.ts';
import { sizes } from './sizes.ts';

type Answer = { readonly status: number | undefined; readonly body: string };
type Made = {
  readonly method: string;
  readonly path: string;
  readonly headers: { readonly [name: string]: string };
  readonly body: string | undefined;
};

const hangs = 10_000;
const together = 20;

const plans = families.flatMap((family) => family.plans.map((plan) => plan.id));

const nasty = fc.constantFrom(
  ...['\0', '\r\nBcc: a@b.example', '__proto__', 'constructor', '=1+1', '\ud800', '\u202e', '%00', '%ff', '<script>'],
  ...['../../etc/passwd', 'ﷺ'.repeat(50), "'; DROP TABLE submissions; --", '=== HOSTING ORDER REQUEST ===', '{{7*7}}'],
);
const text = fc.oneof(fc.string({ unit: 'binary', maxLength: 120 }), nasty, fc.string({ maxLength: 40 }));
const words = fc.oneof(
  text,
  fc.constantFrom(...Object.values(person)),
  fc.string({ minLength: 1000, maxLength: 5000 }),
);

const path = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...pageAddresses) },
  { weight: 2, arbitrary: text.map((typed) => `/${encodeURIComponent(typed.toWellFormed())}`) },
  { weight: 1, arbitrary: fc.webPath() },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      ...['//', '/%00', '/%', '/%E0%A4%A', '/..%2f..%2fetc/passwd', '/assets/../package.json', '/documents/'],
      ...['/documents/%2e%2e/chunks.json', `/${'a'.repeat(9000)}`],
    ),
  },
);
const query = fc.oneof(
  fc.constant(''),
  fc.constantFrom(...plans).map((id) => `?order=${id}`),
  fc.constantFrom(
    ...['?submitted=00000-00000', '?submitted=AAAAA-AAAAA&submitted=2', '?order=a&order=b', '?order[]=CXN3', '?'],
    '?__proto__[x]=1',
  ),
  fc.webQueryParameters().map((parameters) => `?${parameters}`),
);

const header = fc.oneof(
  fc.tuple(
    fc.constantFrom(
      ...[
        'Accept-Encoding',
        'Accept',
        'If-None-Match',
        'If-Modified-Since',
        'Range',
        'Origin',
        'Sec-Fetch-Site',
        'Host',
      ],
      ...['X-Forwarded-For', 'Idempotency-Key', 'X-Captcha-Token', 'X-Request-Id', 'Cookie', 'Expect', 'Upgrade'],
    ),
    fc.string({ maxLength: 60 }),
  ),
  fc.constantFrom<[string, string][]>(
    ['Accept-Encoding', 'br;q=0, gzip;q=0, identity;q=0'],
    ['Range', 'bytes=0-,5-9,-1'],
    ['Range', 'bytes=99999999-'],
    ['If-None-Match', '*'],
    ['X-Forwarded-For', '1.2.3.4, ::1, garbage, 999.1.1.1'],
    ['Origin', 'null'],
    ['Idempotency-Key', '5f0c1c9e-0000-4000-8000-000000000001'],
    ['Transfer-Encoding', 'chunked'],
    ['Content-Encoding', 'gzip'],
    ['Expect', '100-continue'],
    ['Connection', 'Upgrade'],
  ),
);
// Node's client refuses characters that are invalid in headers; test/http/rawVectors.test.ts sends raw bytes.
const headers = fc
  .oneof({ weight: 1, arbitrary: fc.constant([]) }, { weight: 1, arbitrary: fc.array(header, { maxLength: 4 }) })
  .map((pairs) => Object.fromEntries(pairs.map(([name, value]) => [name, value.replace(/[^\x20-\x7e]/g, '?')])));

const field = fc.oneof(
  { weight: 6, arbitrary: words },
  { weight: 1, arbitrary: fc.jsonValue() as fc.Arbitrary<unknown> },
);
const jsonBody = fc.oneof(
  {
    weight: 5,
    arbitrary: fc
      .record({ name: field, email: field, company: field, phone: field, message: field }, { requiredKeys: [] })
      .map((fields) => JSON.stringify(fields)),
  },
  {
    weight: 3,
    arbitrary: fc.record({ message: words, company: text }).map((fields) => JSON.stringify({ ...person, ...fields })),
  },
  { weight: 1, arbitrary: fc.json() },
  { weight: 1, arbitrary: text },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      ...['{"__proto__":{"name":"x"}}', '{"constructor":{"prototype":{"a":1}}}', '{"name":', 'null', '[]'],
      ...['['.repeat(8000), `"${'a'.repeat(17_000)}"`],
    ),
  },
);
const formBody = fc
  .record(
    {
      plan: fc.oneof(fc.constantFrom(...plans), text),
      ...Object.fromEntries(['name', 'email', 'phone', 'company', 'message'].map((name) => [name, words])),
    },
    { requiredKeys: [] },
  )
  .map((fields) =>
    new URLSearchParams(Object.entries(fields).map(([name, value]) => [name, `${value}`.toWellFormed()])).toString(),
  );

const visit: fc.Arbitrary<Made> = fc.record({
  method: fc.oneof(
    { weight: 3, arbitrary: fc.constant('GET') },
    { weight: 1, arbitrary: fc.constantFrom('HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH', 'TRACE', 'PROPFIND') },
  ),
  path: fc.tuple(path, query).map((parts) => parts.join('')),
  headers,
  body: fc.option(text, { nil: undefined, freq: 6 }),
});
const submission: fc.Arbitrary<Made> = fc
  .tuple(
    fc.oneof(
      fc.tuple(fc.constant('application/json'), jsonBody),
      fc.tuple(fc.constant('application/x-www-form-urlencoded'), formBody),
      fc.tuple(
        fc.constantFrom('text/plain', 'multipart/form-data; boundary=x', 'application/json; charset=utf-7', ''),
        text,
      ),
    ),
    headers,
  )
  .map(([[type, body], others]) => ({
    method: 'POST',
    path: submissionsPath,
    headers: { ...others, 'Content-Type': type },
    body,
  }));

const agent = new Agent({ keepAlive: true, maxSockets: together });

function send(port: number, made: Made): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const { method, path: target, headers: given, body } = made;
    // For some methods Node's client sends no Content-Length, and the server would read the body as the next request.
    const length =
      body === undefined || 'Transfer-Encoding' in given ? {} : { 'Content-Length': Buffer.byteLength(body) };
    const sent = request(
      { host: '127.0.0.1', port, method, path: target, headers: { ...given, ...length }, agent, timeout: hangs },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk) => chunks.push(chunk));
        response.on('end', () =>
          resolve({ status: response.statusCode, body: Buffer.concat(chunks).toString('latin1') }),
        );
        // The server may close the connection after a request that it cannot parse.
        response.on('error', () => resolve({ status: response.statusCode, body: '' }));
      },
    );
    sent.on('timeout', () => {
      reject(new Error(`no answer within ${hangs} ms to ${JSON.stringify(made).slice(0, 600)}`));
      sent.destroy();
    });
    sent.on('upgrade', (response, socket) => {
      socket.destroy();
      resolve({ status: response.statusCode, body: '' });
    });
    sent.on('error', () => resolve({ status: undefined, body: '' }));
    sent.end(body);
  });
}

/** Sends generated requests to every route: none may cause a server error or stay unanswered. */
export async function runGeneratedRequests({ expect, counts, untilEnd }: Part): Promise<void> {
  const site = await untilEnd(
    startSite({ ...unlimited, TRUST_PROXY: '1', LOG_LEVEL: 'info' }, { responseCache: true }),
  );
  const statuses: Record<string, number> = {};
  const judge = ({ status, body }: Answer, made: Made): void => {
    statuses[status ?? 'none'] = (statuses[status ?? 'none'] ?? 0) + 1;
    if (status !== undefined && status >= 500) throw new Error(`${status} for ${JSON.stringify(made).slice(0, 600)}`);
    const isJson = made.method === 'POST' && made.path === submissionsPath;
    if (isJson && status !== undefined && body.startsWith('{')) JSON.parse(body);
  };
  const one = fc.oneof({ weight: 5, arbitrary: visit }, { weight: 4, arbitrary: submission });
  const property = fc.asyncProperty(fc.array(one, { minLength: together, maxLength: together }), async (all) => {
    await Promise.all(all.map(async (made) => judge(await send(site.port, made), made)));
  });
  const { failed, errorInstance, seed, counterexamplePath } = await fc.check(property, {
    numRuns: Math.ceil(sizes.requests / together),
    seed: sizes.seed,
    endOnFailure: true,
  });
  expect(!failed, `${errorInstance}; seed ${seed}, path ${counterexamplePath}`);
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
