import { expect, test } from '@jest/globals';
import { rawRequest } from '../helpers/network/rawRequest.ts';
import { startApp } from '../helpers/site/app.ts';
import { untilEnd } from '../helpers/untilEnd.ts';
import { newAddress } from '../helpers/visitor/visitor.ts';

const origin = 'https://www.cirrux.example';
const site = await untilEnd(startApp({ PUBLIC_ORIGIN: origin, TRUST_PROXY: '1' }));
const from = (address: string) => ({ headers: { 'X-Forwarded-For': address } });

async function pageAt(path: string) {
  const { status, body } = await rawRequest(site.url + path, from(newAddress()));
  const html = body.toString();
  const [, found = ''] = /<div aria-live="polite"[^>]*>(.*?)<\/div>/.exec(html) ?? [];
  return {
    status,
    html,
    found: found.replace(/(?:<[^>]+>|\s)+/g, ' ').trim(),
    plans: Array.from(html.matchAll(/<article[^>]* id="plan-([^"]+)"/g), ([, id]) => id),
    columns: Array.from(html.matchAll(/<th scope="col"><span>([^<]+)</g), ([, id]) => id),
    hasStatus: html.includes('role="status"'),
    isIndexed: !html.includes('content="noindex"'),
    canonical: /<link rel="canonical" href="([^"]+)"/.exec(html)?.[1],
  };
}

test('the plan finder works by address: narrowed plans, their number, the best fit, canonical without the query', async () => {
  expect(await pageAt('/server-hosting?ram=8&budget=1500')).toMatchObject({
    status: 200,
    found: '6 of 14 plans Best fit: CXN3',
    hasStatus: true,
    plans: ['CXN3', 'CXN4', 'CXN5', 'CXN6', 'CXN7', 'CXN8'],
    isIndexed: false,
    canonical: `${origin}/server-hosting`,
  });
  expect(await pageAt('/server-hosting?cpus=99&ram=48&budget=3000')).toMatchObject({
    found: '0 of 14 plans Nearest: CXN11 CPU: 16 cores, not 99',
    plans: ['CXN11'],
  });
  // The nearest plan meets none of the criteria.
  expect(await pageAt('/server-hosting?ram=128')).toMatchObject({
    found: 'Ask Us 0 of 14 plans Nearest: CXN1 RAM: 2 GB, not 128 GB',
  });
});

test('a page compares the first four valid plans, and says which lines differ', async () => {
  const page = await pageAt('/server-hosting?compare=CXN2,x,CXN1&compare=CXN4&compare=CXN3,CXN9');
  expect(page).toMatchObject({
    columns: ['CXN2', 'CXN1', 'CXN4', 'CXN3'],
    isIndexed: false,
    canonical: `${origin}/server-hosting`,
  });
  expect(page.plans).toHaveLength(14);
  const rows = page.html.matchAll(/<th scope="row"><span>([^<]+)(<small>differs<\/small>)?<\/span><\/th>/g);
  const differences = Object.fromEntries(Array.from(rows, ([, label, word]) => [label, Boolean(word)]));
  expect(differences).toMatchObject({ RAM: true, Locations: false, '12 months': true });
  expect((await pageAt('/server-hosting?compare=CXN2')).html).toContain('1 of 4 plans chosen. Choose one more.');
  const shared = await pageAt('/shared-hosting?compare=shared-starter');
  expect(shared.html).toContain('1 of 3 plans chosen');
});

test('nonsense in the parameters gives the page as usual', async () => {
  const usual = await pageAt('/server-hosting');
  expect(usual).toMatchObject({ found: '14 plans', hasStatus: false, isIndexed: true });
  const script = encodeURIComponent('"><script>alert(1)</script>');
  for (const query of [
    ...['cpus=&ram=&storage=&budget=', 'ram=-8', 'ram=12345678', 'ram=8.5', 'ram=%00', 'ram=%E0%A4%A'],
    ...[`ram=${script}`, `compare=${script}`, `compare=${'CXN,'.repeat(1500)}`],
    ...['compare=,,,&compare=pastel-start-up', '__proto__=1&constructor=2&compare=__proto__'],
  ])
    expect([query, (await pageAt(`/server-hosting?${query}`)).html === usual.html]).toEqual([query, true]);
  // The finder is the VPS page's alone.
  expect((await pageAt('/pastel-hosting?ram=8')).html).toBe((await pageAt('/pastel-hosting')).html);
});

test('an order dialog and a choice go together', async () => {
  const { html, plans, isIndexed } = await pageAt('/server-hosting?order=CXN3&ram=8&compare=CXN3');
  expect(plans).toHaveLength(12);
  expect(isIndexed).toBe(false);
  expect(html).toMatch(/<dialog[^>]* open=""[^>]*>/);
  expect((await pageAt('/server-hosting?order=CXN3')).isIndexed).toBe(false);
});
