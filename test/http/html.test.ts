import { afterAll, beforeAll, expect, test } from '@jest/globals';
import request from 'supertest';
import { families } from '../../shared/hosting/catalogue.ts';
import { askAddress, chatPath, orderAddress } from '../../shared/paths.ts';
import { type Site, startSite } from '../helpers/site/site.ts';
import { choosingAddresses, searchAddresses, sitemapPaths, unknownPath } from '../helpers/site/sitemap.ts';
import { hasHtmlChecker, htmlFaults } from '../helpers/tools/htmlChecker.ts';
import { person, submissionsPath } from '../helpers/visitor/visitor.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite({ CHAT_WIDGET_SRC: 'https://chat.example/widget.js', SUBMISSION_LIMIT: '3' });
});
afterAll(() => site.stop());

/** Addresses outside the sitemap. */
const variants = [
  unknownPath,
  chatPath,
  ...choosingAddresses,
  ...searchAddresses,
  askAddress('server-hosting'),
  ...families.map(({ path, plans: [plan] }) => orderAddress(path, plan?.id ?? '')),
];

async function answer(path: string): Promise<string> {
  return (await request(site.url).get(path).set('Accept', 'text/html')).text;
}

async function order(fields: Record<string, string>, origin = site.url) {
  const post = request(site.url).post(submissionsPath).set('Origin', origin).type('form');
  return post.send({ ...person, plan: 'CXN3', ...fields });
}

const testWithChecker = hasHtmlChecker ? test : test.skip;
testWithChecker(
  `the HTML of every page is valid${hasHtmlChecker ? '' : ' (skipped: needs Java)'}`,
  async () => {
    const documents = new Map<string, string>();
    for (const path of [...(await sitemapPaths(site.url)), ...variants]) documents.set(path, await answer(path));
    const stored = await order({});
    expect(stored.status).toBe(303);
    documents.set('the result of an order', await answer(stored.get('Location') ?? ''));
    for (const [name, fields, origin, status] of [
      ['an order with a fault', { email: 'thandiwe' }, site.url, 400],
      ['an order without a plan', { plan: '' }, site.url, 400],
      ["an order from another site's page", {}, 'https://other.example', 403],
      ['an order over the limit', { message: 'Another order' }, site.url, 429],
    ] as const) {
      const refused = await order(fields, origin);
      expect([name, refused.status]).toEqual([name, status]);
      documents.set(name, refused.text);
    }
    for (const [name, html] of documents)
      expect([name, html.slice(0, 15).toLowerCase()]).toEqual([name, '<!doctype html>']);
    expect(htmlFaults(documents)).toEqual([]);
  },
  180_000,
);
