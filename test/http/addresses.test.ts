import { expect, test } from '@jest/globals';
import { rawRequest, textAt } from '../helpers/network/rawRequest.ts';
import { startApp } from '../helpers/site/app.ts';
import { sitemapPaths } from '../helpers/site/sitemap.ts';
import { untilEnd } from '../helpers/untilEnd.ts';

const site = await untilEnd(startApp());

test.each(['/nowhere', '/nowhere/', '/services/unknown-id', '/%E0%A4%A', '/Robots.txt', '//', '/..%2f..%2fetc/passwd'])(
  '%s gets the 404 page, and the log a warning with the path',
  async (path) => {
    const { status, headers } = await rawRequest(site.url + path);
    expect([status, headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
    const line = await site.waitForLog(({ level, path: logged }) => level === 40 && logged === path);
    expect(line).toMatchObject({ requestId: headers['x-request-id'] });
    expect((await rawRequest(site.url + path, { method: 'HEAD' })).status).toBe(404);
  },
);

test('many requests for unknown paths in a row have a line each in the log, repeated ones too', async () => {
  const asked = Array.from({ length: 60 }, (_, nth) => `/unknown-${nth % 30}`);
  for (const path of [...asked, '/the-last']) await rawRequest(site.url + path);
  await site.waitForLog(({ path }) => path === '/the-last');
  const logged = site.log.filter(({ level, path }) => level === 40 && String(path).startsWith('/unknown-'));
  expect(logged.map(({ path }) => path)).toEqual(asked);
});

test.each([
  ['about=cybersecurity', 'I would like to ask about Cybersecurity. '],
  ['about=pastel-hosting&over=10', 'I would like to ask about Pastel Hosting for more than 10 users. '],
  ['about=pastel-hosting&over=1000', 'I would like to ask about Pastel Hosting. '],
  ['about=unknown&over=10', ''],
  ['about=unknown&about=telecoms', ''],
])('/contact?%s has the message %j, and the canonical link of the page', async (query, message) => {
  const html = await textAt(`${site.url}/contact?${query}`);
  expect(/<textarea[^>]*>([^<]*)</.exec(html)?.[1]?.trimStart()).toBe(message);
  expect(html).toMatch(/<link rel="canonical" href="[^"?]*\/contact"/);
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

test.each(['/about', '/About', '/about/'])('a POST of the page %s gets 405 with Allow', async (path) => {
  const answer = await rawRequest(site.url + path, { method: 'POST' });
  expect(answer).toMatchObject({ status: 405, headers: { allow: 'GET, HEAD' } });
});
