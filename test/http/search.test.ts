import { describe, expect, test } from '@jest/globals';
import { searchPath } from '../../shared/paths.ts';
import { searchDocuments } from '../../shared/search/documents.ts';
import { budgets, scriptsIn } from '../helpers/browser/budgets.ts';
import { rawRequest } from '../helpers/network/rawRequest.ts';
import { startApp } from '../helpers/site/app.ts';
import { sitemapPaths } from '../helpers/site/sitemap.ts';
import { untilEnd } from '../helpers/untilEnd.ts';

const origin = 'https://site.example';
const site = await untilEnd(startApp({ PUBLIC_ORIGIN: origin }));

function ask(query: string) {
  return rawRequest(`${site.url}${searchPath}${query}`);
}
async function pageFor(query: string): Promise<string> {
  const { status, body } = await ask(query);
  expect(status).toBe(200);
  return body.toString();
}
function textOf(html: string | undefined): string {
  return (html ?? '').replaceAll(/<[^>]*>/g, '').replaceAll('&quot;', '"');
}
function titleIn(html: string) {
  return textOf(/<title>.*?<\/title>/.exec(html)?.[0]);
}
function statusIn(html: string) {
  return textOf(/<p[^>]* role="status".*?<\/p>/.exec(html)?.[0]);
}
/** The first link of each result. */
function resultsIn(html: string) {
  const list = /<ol.*?<\/ol>/s.exec(html)?.[0] ?? '';
  return [...list.matchAll(/<li><a[^>]* href="([^"]*)"[^>]*>(.*?)<\/a><small>(.*?)<\/small><p>(.+?)<\/p>/g)];
}

describe('the page for a query', () => {
  test('has the query in its field, counts the results, and lists them with kind and description', async () => {
    const html = await pageFor('?q=popia');
    expect(titleIn(html)).toBe('Search: popia | Cirrux Networks');
    expect(html).toMatch(/<main.*<input[^>]* name="q"[^>]* value="popia"/s);
    const results = resultsIn(html);
    expect(statusIn(html)).toBe(`${results.length} results for "popia"`);
    expect(results[0]?.slice(1, 4)).toEqual(['/legal/privacy-policy', 'Privacy Policy', 'Legal document']);
    expect(results[0]?.[4]).toMatch(/POPIA/);
  });

  test('links to the card of a plan, with its price', async () => {
    const [plan] = resultsIn(await pageFor('?q=CXN3'));
    expect(plan?.slice(1, 4)).toEqual(['/server-hosting#plan-CXN3', 'CXN3, VPS Server Hosting', 'Plan']);
    expect(plan?.[4]).toContain('8 GB · 4 cores · R499');
    expect(plan?.[4]).toContain('R499 per month');
  });

  test('has the phone number above the results for a visitor whose internet is down', async () => {
    const html = await pageFor('?q=my+internet+is+down');
    expect(html).toMatch(/<main.*<a [^>]*href="tel:[^>]*>Call [^<]*<\/a>.*<ol/s);
    expect(resultsIn(html)[0]?.[1]).toBe('/support');
    expect(await pageFor('?q=popia')).not.toMatch(/<main.*>Call [^<]*<\/a>.*<ol/s);
  });

  test('links to the answer to a question, on its page', async () => {
    for (const { kind, address, text } of searchDocuments) {
      if (kind !== 'Answer') continue;
      const [path = '', id = ''] = address.split('#');
      const html = (await rawRequest(site.url + path)).body.toString().replaceAll('&#x27;', "'");
      expect([address, textOf(new RegExp(`<p id="${id}".*?</p>`, 's').exec(html)?.[0])]).toEqual([address, text]);
    }
  });

  test('says when results only come near, and when there are none, and how to reach the company', async () => {
    const near = await pageFor('?q=fibre+qzxwvqzxwv');
    expect(statusIn(near)).toMatch(/^No results for "fibre qzxwvqzxwv"\. These \d+ come nearest:$/);
    expect(resultsIn(near)[0]?.[1]).toBe('/services/connectivity');
    const none = await pageFor('?q=qzxwvqzxwv');
    expect(statusIn(none)).toBe('No results for "qzxwvqzxwv".');
    expect(resultsIn(none)).toEqual([]);
    for (const html of [near, none]) expect(html).toMatch(/<main.*href="tel:.*<\/main>/s);
  });

  test('is not indexed, and its canonical link has no query', async () => {
    for (const query of ['', '?q=fibre']) {
      const html = await pageFor(query);
      expect(html).toContain('<meta name="robots" content="noindex"/>');
      expect(html).toContain(`<link rel="canonical" href="${origin}/search"/>`);
    }
    expect(await sitemapPaths(site.url)).not.toContain(searchPath);
  });
});

test('without a query, it says what can be found, and links to it', async () => {
  for (const query of ['', '?q=', '?q=++', '?x=1']) {
    const html = await pageFor(query);
    expect(titleIn(html)).toBe('Search | Cirrux Networks');
    expect(statusIn(html)).toContain('such as CXN3');
    expect(html).toMatch(/<main.*href="\/server-hosting".*href="\/legal".*<\/main>/s);
  }
});

test('the query is cut, and never reflected unescaped', async () => {
  const script = '<script>alert(1)</script>"\'><img src=x onerror=alert(1)>';
  const html = await pageFor(`?q=${encodeURIComponent(script)}`);
  expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;&quot;&#x27;&gt;&lt;img');
  for (const unescaped of ['<script>alert', '<img', '</script>"']) expect(html).not.toContain(unescaped);
  const longest = await pageFor(`?q=${'a'.repeat(8000)}`);
  expect(longest).toContain('a'.repeat(100));
  expect(longest).not.toContain('a'.repeat(101));
  expect(titleIn(await pageFor(`?q=${'🙂'.repeat(50)}`))).toMatch(/^Search: 🙂{30}… \|/u);
});

test('the page is within the budget, and names no script but the entry: the index loads later', async () => {
  const { body } = await rawRequest(`${site.url}${searchPath}?q=hosting`, { headers: { 'Accept-Encoding': 'br' } });
  expect(body.length).toBeLessThan(budgets.html);
  expect(scriptsIn(await pageFor('?q=hosting'))).toEqual([expect.stringContaining('/main.')]);
});

test('the log has the path of a search, and never its words', async () => {
  const { headers } = await ask('?q=verysecretwords');
  const line = await site.waitForLog(({ requestId }) => requestId === headers['x-request-id']);
  expect(line).toMatchObject({ msg: 'request', path: '/search', status: 200 });
  expect(JSON.stringify(site.log)).not.toContain('verysecretwords');
});
