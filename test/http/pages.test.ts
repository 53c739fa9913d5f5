import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, test } from '@jest/globals';
import request from 'supertest';
import { families } from '../../shared/hosting/catalogue.ts';
import { legalIds } from '../../shared/legal/list.ts';
import { prefilledMessage } from '../../shared/orderMessage.ts';
import { legalApproval } from '../../shared/ownerFacts.ts';
import { orderAddress } from '../../shared/paths.ts';
import { rawRequest } from '../helpers/network/rawRequest.ts';
import { startApp } from '../helpers/site/app.ts';
import { sitemapPaths, unknownPath } from '../helpers/site/sitemap.ts';
import { untilEnd } from '../helpers/untilEnd.ts';

const origin = 'https://www.cirrux.example';
const site = await untilEnd(startApp({ PUBLIC_ORIGIN: origin }));

function get(path: string) {
  return request(site.url).get(path);
}

test('a page has an ETag and is answered with 304 if it matches, HEAD has no body, and unknown parameters change nothing', async () => {
  const full = await get('/about').set('Accept-Encoding', 'identity').expect(200);
  expect(full.get('Content-Type')).toBe('text/html; charset=utf-8');
  expect(full.get('Cache-Control')).toBe('no-cache');
  const etag = full.get('ETag') ?? '';
  expect(etag).toMatch(/^(W\/)?"/);
  const again = await get('/about').set('If-None-Match', etag).expect(304);
  expect([again.text, again.get('ETag')]).toEqual(['', etag]);
  await get('/about').set('If-None-Match', '"other"').expect(200);
  const head = await request(site.url).head('/about').set('Accept-Encoding', 'identity').expect(200);
  expect([head.text, head.get('Content-Length')]).toEqual([undefined, full.get('Content-Length')]);
  expect((await get('/about?utm_source=x&order=CXN1')).get('ETag')).toBe(etag);
});

test.each([
  ['gzip', 'gzip'],
  ['gzip, deflate, br, zstd', 'br'],
  ['br;q=0, gzip', 'gzip'],
  ['zstd', undefined],
  ['br, '.repeat(100), undefined],
] as const)('for Accept-Encoding %s pages and the not-found page are the same text in %s', async (accepted, coding) => {
  for (const path of ['/server-hosting', unknownPath]) {
    const plain = await rawRequest(site.url + path);
    const { headers, body } = await rawRequest(site.url + path, { headers: { 'Accept-Encoding': accepted } });
    expect([headers['content-encoding'], headers.vary]).toEqual([coding, expect.stringMatching(/Accept-Encoding/i)]);
    const decode = coding === 'br' ? brotliDecompressSync : gunzipSync;
    expect((coding ? decode(body) : body).equals(plain.body)).toBe(true);
  }
});

/** The order dialogs in a page: the plan of each, and whether the dialog is open. */
function dialogsIn(html: string) {
  return Array.from(html.matchAll(/<dialog ([^>]*)>/g), ([, attributes = '']) => ({
    plan: /id="order-([^"]+)"/.exec(attributes)?.[1],
    isOpen: /\bopen\b/.test(attributes),
  }));
}

test.each(families)('$path has its plans with closed order dialogs, on ?order= one open and first', async (family) => {
  const { text: html } = await get(family.path).expect(200);
  for (const plan of family.plans) {
    const card = new RegExp(`<article[^>]*id="plan-${plan.id}".*?</article>`, 's').exec(html)?.[0] ?? '';
    expect(card).toContain(`>${plan.name}</h3>`);
    expect(card).toContain(family.orderLabel);
    expect(card.includes('Most Popular')).toBe(plan.popular === true);
    expect(card.includes(`>R${plan.price}<`)).toBe(family.showsPrices);
    if (!family.showsPrices) expect(card).not.toMatch(/R\d/);
    for (const place of family.dataCentres ?? []) expect(card).toContain(place);
    expect(html).toContain(`>Order ${plan.name}</h2>`);
    expect(html).toContain(`>${prefilledMessage(family, plan)}</textarea>`);
  }
  expect(html.match(/<article[^>]*id="plan-/g)).toHaveLength(family.plans.length);
  const closed = family.plans.map(({ id }) => ({ plan: id, isOpen: false }));
  expect(dialogsIn(html)).toEqual(closed);
  const last = family.plans.at(-1)?.id ?? '';
  const ordering = dialogsIn((await get(orderAddress(family.path, last))).text);
  expect(ordering).toEqual([{ plan: last, isOpen: true }, ...closed.slice(0, -1)]);
});

test('an agreement that no attorney has approved says so, with its date, and that the written confirmation counts', async () => {
  expect(legalApproval.confirmed).toBe(false);
  expect((await get('/legal')).text.match(/Version 1\.\d · Draft</g)).toHaveLength(8);
  expect((await get('/legal/service-level-agreement')).text).toContain(
    'No attorney has approved this text of 1 October 2026 yet. Where your written confirmation says otherwise, the confirmation counts.',
  );
});

const noPage = "default-src 'none';frame-ancestors 'none'";
/** The policy of a page, without the hashes of the page's own scripts and styles. */
const ofPage = `default-src 'none';script-src 'self';style-src 'self';img-src 'self' data:;font-src 'self';connect-src 'self';worker-src 'self';frame-src 'self';manifest-src 'self';form-action 'self';base-uri 'none';frame-ancestors 'none';object-src 'none';upgrade-insecure-requests`;
test.each([
  ['/', ofPage],
  ['/server-hosting?order=CXN1', ofPage],
  [unknownPath, ofPage],
  ['/healthz', noPage],
  ['/robots.txt', noPage],
  ['/favicon.ico', noPage],
])('%s has the security headers and a request id', async (path, policy) => {
  const { headers } = await get(path);
  expect(headers['content-security-policy']?.replaceAll(/ 'sha256-[^']+'/g, '')).toBe(policy);
  expect(headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-opener-policy': 'same-origin',
    'strict-transport-security': 'max-age=63072000',
    'x-frame-options': 'DENY',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=(), browsing-topics=()',
    'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
  });
  expect(headers['x-powered-by']).toBeUndefined();
});

test.each([
  ['of the subdomains, too, if HSTS_SUBDOMAINS says so', { HSTS_SUBDOMAINS: 'true', PUBLIC_ORIGIN: origin }],
  ['not at all on a site without https', {}],
])('a browser is told to insist on https %s', async (_what, variables) => {
  const { headers } = await rawRequest((await untilEnd(startApp(variables))).url);
  const isSecure = 'PUBLIC_ORIGIN' in variables;
  expect(headers['strict-transport-security']).toBe(isSecure ? 'max-age=63072000; includeSubDomains' : undefined);
  expect(headers['content-security-policy']?.includes('upgrade-insecure-requests')).toBe(isSecure);
});

test('files for programs have their type: robots.txt, security.txt for almost a year, the manifest with its icons, /healthz', async () => {
  const fileAt = async (path: string, type: string) => {
    const { status, headers, body } = await rawRequest(site.url + path);
    expect([path, status, headers['content-type']]).toEqual([path, 200, type]);
    return body;
  };
  const textAt = async (path: string, type: string) => (await fileAt(path, type)).toString();
  const robots = await textAt('/robots.txt', 'text/plain; charset=utf-8');
  expect(robots).toBe(`User-agent: *\nDisallow: /chat\n\nSitemap: ${origin}/sitemap.xml\n`);
  const security = await textAt('/.well-known/security.txt', 'text/plain; charset=utf-8');
  expect(security).toMatch(/^Contact: mailto:/m);
  const lifetime = Date.parse(/^Expires: (.+)$/m.exec(security)?.[1] ?? '') - Date.now();
  expect(Math.ceil(lifetime / 86_400_000)).toBe(364);
  const { icons } = JSON.parse(await textAt('/site.webmanifest', 'application/manifest+json; charset=utf-8'));
  for (const { src, sizes } of icons) {
    const picture = await fileAt(src, 'image/png');
    expect([src, `${picture.readUInt32BE(16)}x${picture.readUInt32BE(20)}`]).toEqual([src, sizes]);
  }
  await fileAt('/favicon.ico', 'image/vnd.microsoft.icon');
  await get('/healthz').expect(200, { status: 'ok' }).expect('Cache-Control', 'no-store');
});

test('every asset that a page names exists, hashed, precompressed and immutable', async () => {
  const { text: html } = await get('/server-hosting');
  const assets = new Set(Array.from(html.matchAll(/"(\/assets\/[^"#]+)/g), ([, path = '']) => path));
  expect([...assets].some((path) => path.endsWith('.js'))).toBe(true);
  for (const path of assets) {
    const answer = await get(path).set('Accept-Encoding', 'br, gzip').expect(200);
    expect(answer.get('Cache-Control')).toBe('public, max-age=31536000, immutable');
    if (path.endsWith('.js')) expect(answer.get('Content-Encoding')).toBe('br');
  }
});

test.each(legalIds)('the legal document %s is served as a PDF attachment, also in ranges', async (id) => {
  const answer = await get(`/documents/${id}.pdf`).expect(200).expect('Content-Type', 'application/pdf');
  expect(answer.get('Cache-Control')).toBe('no-cache');
  expect(answer.get('Content-Disposition')).toBe(`attachment; filename="${id}.pdf"`);
  expect(answer.get('Accept-Ranges')).toBe('bytes');
  expect(answer.body.subarray(0, 5).toString()).toBe('%PDF-');
  const part = await get(`/documents/${id}.pdf`).set('Range', 'bytes=0-4').expect(206);
  expect([part.body.toString(), part.get('Content-Range')]).toEqual(['%PDF-', `bytes 0-4/${answer.body.length}`]);
});

const lost = ['/nowhere', '/nowhere/', '/services/unknown', '/%E0%A4%A', '/Robots.txt', '//', '/..%2f..%2fetc/passwd'];
test.each(lost)('%s gets the 404 page, and the log a warning with the path', async (path) => {
  const { status, headers } = await rawRequest(site.url + path);
  expect([status, headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
  const line = await site.waitForLog(({ level, path: logged }) => level === 40 && logged === path);
  expect(line).toMatchObject({ requestId: headers['x-request-id'] });
  expect((await rawRequest(site.url + path, { method: 'HEAD' })).status).toBe(404);
});

test('every page in another letter case or with a trailing slash redirects with 308 to the page', async () => {
  const paths = await sitemapPaths(site.url);
  expect(paths).toEqual(expect.arrayContaining(['/about', '/services/it-support', '/legal/terms-of-service']));
  for (const path of paths.filter((each) => each !== '/'))
    for (const odd of [`${path}/`, path.toUpperCase(), `${path.toUpperCase()}/`]) {
      const { status, headers } = await rawRequest(site.url + odd);
      expect([odd, status, headers.location]).toEqual([odd, 308, path]);
    }
});

test.each([
  ['/Server-Hosting/?order=CXN3&utm_source=A%20b', '/server-hosting?order=CXN3&utm_source=A%20b'],
  ['/About?next=//evil.example/?', '/about?next=//evil.example/?'],
])('%s redirects with its query to %s', async (odd, location) => {
  for (const method of ['GET', 'HEAD'])
    expect(await rawRequest(site.url + odd, { method })).toMatchObject({ status: 308, headers: { location } });
});
