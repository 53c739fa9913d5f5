import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import request from 'supertest';
import { type Site, startSite } from '../helpers/site/site.ts';
import { sitemapPaths, unknownPath } from '../helpers/site/sitemap.ts';
import { submissionsPath } from '../helpers/visitor/visitor.ts';

let site: Site;
let paths: readonly string[];
beforeAll(async () => {
  site = await startSite();
  paths = await sitemapPaths(site.url);
});
afterAll(async () => {
  await site.stop();
});

function ask(path: string, method = 'GET') {
  return fetch(site.url + path, { method, redirect: 'manual' });
}

describe('an unknown address', () => {
  test.each([
    '/nowhere',
    '/nowhere/',
    '/services/unknown-id',
    '/Robots.txt',
    '/robots.txt/',
    '/404',
    '//',
    '//about',
    '//about/',
    '/about//',
    '/%61bout',
    '/%00',
    '/%E0%A4%A',
    '/..%2f..%2fetc/passwd',
  ])('%s gets the 404 page, and the log a warning with the path', async (path) => {
    const answer = await ask(path);
    expect(answer.status).toBe(404);
    expect(answer.headers.get('Content-Type')).toMatch(/html/);
    const line = await site.waitForLog(({ level, path: logged }) => level === 40 && logged === path);
    expect(line).toMatchObject({ requestId: answer.headers.get('X-Request-Id') });
  });

  test('is 404 for HEAD too', async () => {
    expect((await ask('/nowhere', 'HEAD')).status).toBe(404);
  });
});

test.each([
  ['about=cybersecurity', 'I would like to ask about Cybersecurity. '],
  ['about=pastel-hosting', 'I would like to ask about Pastel Hosting. '],
  ['about=unknown', ''],
  ['about=unknown&about=telecoms', ''],
])('/contact?%s has the message %j, and the canonical link of the page', async (query, message) => {
  const html = await (await ask(`/contact?${query}`)).text();
  expect(/<textarea[^>]*>([^<]*)</.exec(html)?.[1]?.trimStart()).toBe(message);
  expect(html).toMatch(/<link rel="canonical" href="[^"?]*\/contact"/);
});

describe('a page in another letter case or with a trailing slash', () => {
  test('redirects with 308 to the page, for every page', async () => {
    expect(paths).toEqual(expect.arrayContaining(['/about', '/services/it-support', '/legal/terms-of-service']));
    for (const path of paths.filter((each) => each !== '/'))
      for (const odd of [`${path}/`, path.toUpperCase(), `${path.toUpperCase()}/`]) {
        const answer = await ask(odd);
        expect([odd, answer.status, answer.headers.get('Location')]).toEqual([odd, 308, path]);
      }
  });

  test.each([
    ['/server-hosting/?order=CXN3', '/server-hosting?order=CXN3'],
    ['/Server-Hosting?order=CXN3&utm_source=A%20b', '/server-hosting?order=CXN3&utm_source=A%20b'],
    ['/About?next=//evil.example/?', '/about?next=//evil.example/?'],
    ['/about/?', '/about?'],
  ])('%s: the redirect keeps the query', async (odd, location) => {
    for (const method of ['GET', 'HEAD']) {
      const answer = await ask(odd, method);
      expect([answer.status, answer.headers.get('Location')]).toEqual([308, location]);
    }
  });

  test('the redirect carries the security headers and X-Request-Id', async () => {
    const { headers } = await ask('/About');
    expect(headers.get('Content-Security-Policy')).toMatch(/default-src 'none'/);
    expect(headers.get('X-Content-Type-Options')).toBe('nosniff');
    const requestId = headers.get('X-Request-Id');
    expect(requestId).toBeTruthy();
    await site.waitForLog((line) => line.requestId === requestId && line.path === '/About' && line.status === 308);
  });

  test('other methods get 405, as on the page itself', async () => {
    for (const path of ['/about', '/About', '/about/']) {
      const answer = await ask(path, 'POST');
      expect([answer.status, answer.headers.get('Allow')]).toEqual([405, 'GET, HEAD']);
    }
  });
});

test('every URL in a page is valid', async () => {
  // The ASCII ones of https://url.spec.whatwg.org/#url-code-points, with at most one fragment.
  const valid = /^(?:[\w!$&'()*+,\-./:;=?@~]|%[0-9A-F]{2})*(?:#(?:[\w!$&'()*+,\-./:;=?@~]|%[0-9A-F]{2})*)?$/i;
  const decoded = (value: string) =>
    value.replaceAll('&quot;', '"').replaceAll('&#x27;', "'").replaceAll('&lt;', '<').replaceAll('&amp;', '&');
  const refused = await request(site.url)
    .post(submissionsPath)
    .type('form')
    .send({ plan: 'CXN3', name: '<N">', message: "50% of [it] \\ `that's` {all} | ^ é" });
  const pages = await Promise.all(
    [...paths, '/server-hosting?order=CXN3', unknownPath].map((path) => request(site.url).get(path)),
  );
  for (const { text } of [refused, ...pages]) {
    const named = [...text.matchAll(/ (?:href|src|action)=(?:"([^"]*)"|'([^']*)')/g)].map(([, double, single]) =>
      decoded(double ?? single ?? ''),
    );
    expect(named.filter((address) => !valid.test(address) || !URL.canParse(address, site.url))).toEqual([]);
  }
});
