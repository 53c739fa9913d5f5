import { describe, expect, test } from '@jest/globals';
import { rawRequest, textAt } from '../helpers/network/rawRequest.ts';
import { startApp } from '../helpers/site/app.ts';
import { sitemapPaths } from '../helpers/site/sitemap.ts';
import { untilEnd } from '../helpers/untilEnd.ts';

const site = await untilEnd(startApp());

function ask(path: string, method = 'GET') {
  return fetch(site.url + path, { method, redirect: 'manual' });
}

const unknown = ['/nowhere', '/nowhere/', '/services/unknown-id', '/404', '/about//', '/%61bout', '/%E0%A4%A'];
test.each([...unknown, '/Robots.txt', '/robots.txt/', '//', '//about/', '/..%2f..%2fetc/passwd'])(
  '%s gets the 404 page, and the log a warning with the path',
  async (path) => {
    const answer = await ask(path);
    expect(answer.status).toBe(404);
    expect(answer.headers.get('Content-Type')).toMatch(/html/);
    const line = await site.waitForLog(({ level, path: logged }) => level === 40 && logged === path);
    expect(line).toMatchObject({ requestId: answer.headers.get('X-Request-Id') });
    expect((await ask(path, 'HEAD')).status).toBe(404);
  },
);

test.each([
  ['about=cybersecurity', 'I would like to ask about Cybersecurity. '],
  ['about=pastel-hosting', 'I would like to ask about Pastel Hosting. '],
  ['about=pastel-hosting&over=10', 'I would like to ask about Pastel Hosting for more than 10 users. '],
  ['about=pastel-hosting&over=1000', 'I would like to ask about Pastel Hosting. '],
  ['about=unknown&over=10', ''],
  ['about=unknown', ''],
  ['about=unknown&about=telecoms', ''],
])('/contact?%s has the message %j, and the canonical link of the page', async (query, message) => {
  const html = await textAt(`${site.url}/contact?${query}`);
  expect(/<textarea[^>]*>([^<]*)</.exec(html)?.[1]?.trimStart()).toBe(message);
  expect(html).toMatch(/<link rel="canonical" href="[^"?]*\/contact"/);
});

describe('a page in another letter case or with a trailing slash', () => {
  test('redirects with 308 to the page, for every page', async () => {
    const paths = await sitemapPaths(site.url);
    expect(paths).toEqual(expect.arrayContaining(['/about', '/services/it-support', '/legal/terms-of-service']));
    for (const path of paths.filter((each) => each !== '/'))
      for (const odd of [`${path}/`, path.toUpperCase(), `${path.toUpperCase()}/`]) {
        const { status, headers } = await rawRequest(site.url + odd);
        expect([odd, status, headers.location]).toEqual([odd, 308, path]);
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

  test('other methods get 405, as on the page itself', async () => {
    for (const path of ['/about', '/About', '/about/']) {
      const answer = await ask(path, 'POST');
      expect([answer.status, answer.headers.get('Allow')]).toEqual([405, 'GET, HEAD']);
    }
  });
});
