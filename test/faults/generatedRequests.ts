import fc from 'fast-check';
import { hostingList } from '../../shared/hosting/list.ts';
import { endpoints, paths } from '../../shared/paths.ts';
import { startSite } from '../helpers/site/site.ts';
import { storedIn } from '../helpers/store/stored.ts';
import { person, submissionsPath } from '../helpers/visitor/visitor.ts';
import { type Part, sizes, unlimited } from './part.ts';

const together = 20;

const addresses = [
  ...[...Object.values(paths), ...hostingList.map((family) => family.path), ...Object.values(endpoints)],
  ...['/services/it-support', '/legal/terms-of-service', '/documents/terms-of-service.pdf', '/no-such-page'],
  ...['/robots.txt', '/sitemap.xml', '/favicon.ico', '/.well-known/security.txt'],
];

const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 120 }),
  fc.string({ minLength: 1000, maxLength: 5000 }),
  fc.constantFrom(
    ...['\0', '\r\nBcc: a@b.example', '__proto__', 'constructor', '\ud800', '\u202e', '%00', '%ff', '<script>', ''],
    ...['../../etc/passwd', 'ﷺ'.repeat(50), "'; DROP TABLE submissions; --", '=== HOSTING ORDER REQUEST ==='],
  ),
);
const path = fc.oneof(
  fc.constantFrom(...addresses),
  text.map((typed) => `/${encodeURIComponent(typed.toWellFormed())}`),
  fc.constantFrom('//', '/%', '/%E0%A4%A', '/..%2f..%2fetc/passwd', '/documents/', `/${'a'.repeat(9000)}`),
);
const query = fc.oneof(
  fc.constantFrom('', '?order=CXN3', '?submitted=AAAAA-AAAAA&submitted=2', '?order[]=CXN3', '?__proto__[x]=1'),
  fc.webQueryParameters().map((parameters) => `?${parameters}`),
);

const names = [
  ...['Accept-Encoding', 'Accept', 'If-None-Match', 'If-Modified-Since', 'Range', 'Origin', 'Sec-Fetch-Site'],
  ...['X-Forwarded-For', 'Idempotency-Key', 'X-Captcha-Token', 'Cookie'],
];
const header = fc.tuple(fc.constantFrom(...names), fc.string({ maxLength: 60 }).map(encodeURI));
const headers = fc.array(header, { maxLength: 3 }).map((pairs) => Object.fromEntries(pairs));

const fields = fc.record(
  { name: text, email: text, company: text, phone: text, message: text, plan: text },
  { requiredKeys: [] },
);
const filledIn = fc.oneof(
  fields,
  text.map((message) => ({ ...person, message })),
);
const json = fc.oneof(
  filledIn.map((filled) => JSON.stringify(filled)),
  fc.json(),
  fc.constantFrom('{"__proto__":{"name":"x"}}', '{"name":', 'null', '['.repeat(8000), `"${'a'.repeat(17_000)}"`),
);
const form = filledIn.map((filled) => String(new URLSearchParams(Object.entries(filled))));
const body = fc.oneof(
  json.map((sent) => ['application/json', sent] as const),
  form.map((sent) => ['application/x-www-form-urlencoded', sent] as const),
  text.map((sent) => ['multipart/form-data; boundary=x', sent] as const),
);

type Made = {
  readonly path: string;
  readonly method: string;
  readonly headers: Record<string, string>;
  readonly body?: string;
};
const one: fc.Arbitrary<Made> = fc.oneof(
  fc.tuple(path, query, headers).map(([to, asked, given]) => ({ path: to + asked, method: 'GET', headers: given })),
  fc.tuple(body, headers).map(([[type, sent], given]) => {
    return { path: submissionsPath, method: 'POST', headers: { ...given, 'Content-Type': type }, body: sent };
  }),
);

/** Sends generated requests to every route. Each must be answered, and not with a server error. */
export async function runGeneratedRequests({ expect, counts, untilEnd }: Part): Promise<void> {
  const environment = { ...unlimited, TRUST_PROXY: '1', LOG_LEVEL: 'info' };
  const site = await untilEnd(startSite(environment, { responseCache: true }));
  const statuses: Record<string, number> = {};
  const send = async ({ path: address, ...request }: Made): Promise<void> => {
    const { status } = await fetch(`${site.url}${address}`, { ...request, redirect: 'manual' });
    statuses[status] = (statuses[status] ?? 0) + 1;
    if (status >= 500) throw new Error(`answered with ${status}`);
  };
  const found = await fc.check(
    fc.asyncProperty(fc.array(one, { minLength: together, maxLength: together }), async (all) => {
      await Promise.all(all.map(send));
    }),
    { numRuns: Math.ceil(sizes.requests / together), seed: sizes.seed, endOnFailure: true },
  );
  const example = JSON.stringify(found.counterexample)?.slice(0, 600);
  expect(!found.failed, `${found.errorInstance}; seed ${found.seed}, path ${found.counterexamplePath}: ${example}`);
  expect((await fetch(`${site.url}/healthz`)).status === 200, 'not healthy afterwards');
  const failure = site.log.find(({ level }) => level >= 50);
  expect(!failure, `errors in the log: ${JSON.stringify(failure)?.slice(0, 600)}`);
  counts.statuses = Object.entries(statuses)
    .map(([status, amount]) => `${amount} ${status}`)
    .join('; ');
  counts['submissions stored'] = storedIn(site.dataDirectory).length;
}
