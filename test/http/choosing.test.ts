import { expect, test } from '@jest/globals';
import request from 'supertest';
import { rawRequest } from '../helpers/network/rawRequest.ts';
import { startApp } from '../helpers/site/app.ts';
import { untilEnd } from '../helpers/untilEnd.ts';
import { postForm } from '../helpers/visitor/posts.ts';
import { newAddress } from '../helpers/visitor/visitor.ts';

const origin = 'https://www.cirrux.example';
const site = await untilEnd(startApp({ PUBLIC_ORIGIN: origin, TRUST_PROXY: '1' }));
const narrowed = { isIndexed: false, canonical: `${origin}/server-hosting` };

async function pageAt(path: string) {
  const { status, body } = await rawRequest(site.url + path, { headers: { 'X-Forwarded-For': newAddress() } });
  expect(status).toBe(200);
  const html = body.toString();
  const [, found = ''] = /<div[^>]* aria-live="polite"[^>]*>(.*?)<\/div>/.exec(html) ?? [];
  return {
    html,
    found: found.replace(/(?:<[^>]+>|\s)+/g, ' ').trim(),
    targets: Array.from(found.matchAll(/ href="([^"]+)"/g), ([, target]) => target),
    plans: Array.from(html.matchAll(/<article[^>]* id="plan-([^"]+)"/g), ([, id]) => id),
    columns: Array.from(html.matchAll(/<th scope="col"><span>([^<]+)</g), ([, id]) => id),
    hasStatus: html.includes('role="status"'),
    isIndexed: !html.includes('content="noindex"'),
    canonical: /<link rel="canonical" href="([^"]+)"/.exec(html)?.[1],
  };
}

const vps = ['CXN3', 'CXN4', 'CXN5', 'CXN6', 'CXN7', 'CXN8'];
test.each([
  ['ram=8&budget=1500', '6 of 14 plans Best fit: CXN3', vps, ['#plan-CXN3']],
  ['cpus=99&ram=48&budget=3000', '0 of 14 plans Nearest: CXN11 CPU: 16 cores, not 99', ['CXN11'], ['#plan-CXN11']],
  // Every plan misses the only criterion, so the nearest plan is the cheapest one.
  ['ram=128', '0 of 14 plans Nearest: CXN1 RAM: 2 GB, not 128 GB', ['CXN1'], ['#plan-CXN1']],
])('?%s narrows the plans: %s; it is not indexed', async (query, found, plans, targets) => {
  const page = await pageAt(`/server-hosting?${query}`);
  expect(page).toMatchObject({ found, plans, targets, hasStatus: true, ...narrowed });
});

test('a hosting page compares the first four valid plans', async () => {
  const page = await pageAt('/server-hosting?compare=CXN2,x,CXN1&compare=CXN4&compare=CXN3,CXN9');
  expect(page).toMatchObject({ columns: ['CXN2', 'CXN1', 'CXN4', 'CXN3'], ...narrowed });
  expect(page.plans).toHaveLength(14);
  // While the comparison is full, each chosen plan can still be taken out, and no other plan can be chosen.
  const boxes = page.html.match(/<input type="checkbox"[^>]*>/g) ?? [];
  expect(boxes).toHaveLength(14);
  expect(boxes.filter((box) => box.includes('checked=""') === box.includes('disabled=""'))).toEqual([]);
});

test('a comparison of plans that are quoted says Contact for Pricing in its description, and shows no price', async () => {
  const { html } = await pageAt('/shared-hosting?compare=shared-starter,shared-business');
  const [, description] = /<meta name="description" content="([^"]+)"/.exec(html) ?? [];
  expect(description).toContain('Starter: Contact for Pricing, Business: Contact for Pricing.');
  expect(html.split('<table')[1]).not.toMatch(/>R\d/);
});

const script = encodeURIComponent('"><script>alert(1)</script>');
test('nonsense in the parameters gives the page as usual', async () => {
  const usual = await pageAt('/server-hosting');
  expect(usual).toMatchObject({ found: '14 plans', hasStatus: false, isIndexed: true });
  for (const query of [
    ...['cpus=&ram=&storage=&budget=', 'ram=%E0%A4%A', `ram=${script}`, `compare=${script}`, 'compare=,,,&compare=x'],
    ...[`compare=${'CXN,'.repeat(1500)}`, '__proto__=1&constructor=2&compare=__proto__'],
  ])
    expect([query, (await pageAt(`/server-hosting?${query}`)).html === usual.html]).toEqual([query, true]);
});

let budget = 1000;
/** Asks for a page with a budget that no earlier request has named, so that the server must render the page. */
function newPage(from = newAddress()) {
  budget += 1;
  return request(site.url).get(`/server-hosting?budget=${budget}`).set('X-Forwarded-For', from).redirects(0);
}

test('while three pages of one client wait, a fourth gets 503 with Retry-After, but other clients and an order need not wait', async () => {
  const from = newAddress();
  const order = postForm(site, { plan: 'CXN3' }, { from }).expect(400);
  const greedy = Promise.all(Array.from({ length: 21 }, (_, nth) => (nth === 5 ? order : newPage(from))));
  for (const { status } of await Promise.all(Array.from({ length: 5 }, () => newPage()))) expect(status).toBe(200);
  const busy = (await greedy).filter(({ status }) => status === 503);
  expect(busy.length).toBeGreaterThanOrEqual(10);
  expect(busy.length).toBeLessThanOrEqual(17);
  for (const answer of busy) expect(answer.get('Retry-After')).toBe('5');
});

test('after 300 pages with a query, a client gets the page without the query, and other clients are not affected', async () => {
  const from = newAddress();
  // The page of a search without results takes little time.
  const search = (nth: number) =>
    rawRequest(`${site.url}/search?q=qzx${nth}`, { headers: { 'X-Forwarded-For': from } });
  for (let asked = 0; asked < 300; asked += 1) expect(await search(asked)).toMatchObject({ status: 200 });
  expect(await search(300)).toMatchObject({ status: 303, headers: { location: '/search' } });
  await newPage(from).expect(303).expect('Location', '/server-hosting');
  await newPage().expect(200);
});
