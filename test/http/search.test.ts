import { expect, test } from '@jest/globals';
import { searchPath } from '../../shared/paths.ts';
import { textAt } from '../helpers/network/rawRequest.ts';
import { startApp } from '../helpers/site/app.ts';
import { decoded } from '../helpers/site/pageText.ts';
import { untilEnd } from '../helpers/untilEnd.ts';

const origin = 'https://site.example';
const site = await untilEnd(startApp({ PUBLIC_ORIGIN: origin }));

function pageFor(query: string): Promise<string> {
  return textAt(site.url + searchPath + query);
}
function textOf(html: string | undefined): string {
  return decoded((html ?? '').replaceAll(/<[^>]*>/g, ''));
}
function statusIn(html: string) {
  return textOf(/<p[^>]* role="status".*?<\/p>/.exec(html)?.[0]);
}
/** The results in a page, as matches: [1] is the result's path, [2] its title, [3] its kind, [4] its description. */
function resultsIn(html: string) {
  const list = /<ol.*?<\/ol>/s.exec(html)?.[0] ?? '';
  return [...list.matchAll(/<li><a[^>]* href="([^"]*)"[^>]*>(.*?)<\/a><small>(.*?)<\/small><p>(.+?)<\/p>/g)];
}

test('the search page has the query in its field, counts the results, and lists them with kind and description', async () => {
  const html = await pageFor('?q=popia');
  expect(html).toContain(`<link rel="canonical" href="${origin}/search"/>`);
  expect(html).toMatch(/<main.*<input[^>]* name="q"[^>]* value="popia"/s);
  const results = resultsIn(html);
  expect(statusIn(html)).toBe(`${results.length} results for "popia"`);
  expect(results[0]?.slice(1, 4)).toEqual(['/legal/privacy-policy', 'Privacy Policy', 'Legal document']);
  expect(results[0]?.[4]).toMatch(/POPIA/);
  const [plan] = resultsIn(await pageFor('?q=cxn3'));
  // Several families have a plan named Starter, so a plan is listed with its family.
  expect(plan?.[2]).toBe('CXN3, VPS Server Hosting');
  expect(plan?.[4]).toContain('8 GB · 4 cores · R499');
  expect(textOf(await pageFor('?q=outage'))).toContain('Is Something Not Working?Phone us');
});

test.each([
  ['fibre qzxwvqzxwv', /^No results for "fibre qzxwvqzxwv"\. These \d+ come nearest:$/, '/services/connectivity'],
  ['qzxwvqzxwv', /^No results for "qzxwvqzxwv"\.$/, undefined],
])('a search for %s says %s, and how to reach the company', async (query, status, first) => {
  const html = await pageFor(`?q=${query}`);
  expect(statusIn(html)).toMatch(status);
  expect(resultsIn(html)[0]?.[1]).toBe(first);
  expect(html).toMatch(/<main.*href="tel:.*<\/main>/s);
});

test('the search page shows the query escaped', async () => {
  const script = '<script>alert(1)</script>"\'><img src=x onerror=alert(1)>';
  const html = await pageFor(`?q=${encodeURIComponent(script)}`);
  expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;&quot;&#x27;&gt;&lt;img');
  for (const unescaped of ['<script>alert', '<img', '</script>"']) expect(html).not.toContain(unescaped);
});
