import { expect, test } from '@jest/globals';
import { families } from '../../shared/hosting/catalogue.ts';
import { askAddress, chatPath, orderAddress } from '../../shared/paths.ts';
import { type RawAnswer, rawRequest } from '../helpers/network/rawRequest.ts';
import { startApp } from '../helpers/site/app.ts';
import { choosingAddresses, searchAddresses, sitemapPaths, unknownPath } from '../helpers/site/sitemap.ts';
import { hasHtmlChecker, htmlFaults } from '../helpers/tools/htmlChecker.ts';
import { untilEnd } from '../helpers/untilEnd.ts';
import { person, submissionsPath } from '../helpers/visitor/visitor.ts';

const site = await untilEnd(startApp({ CHAT_WIDGET_SRC: 'https://chat.example/widget.js', SUBMISSION_LIMIT: '3' }));

/** Addresses outside the sitemap. */
const variants = [
  unknownPath,
  chatPath,
  ...choosingAddresses,
  ...searchAddresses,
  askAddress('server-hosting'),
  ...families.map(({ path, plans: [plan] }) => orderAddress(path, plan?.id ?? '')),
];

function order(fields: Record<string, string>, origin = site.url): Promise<RawAnswer> {
  return rawRequest(site.url + submissionsPath, {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded', Origin: origin },
    body: new URLSearchParams({ ...person, plan: 'CXN3', ...fields }).toString(),
  });
}

(hasHtmlChecker ? test : test.skip)(
  `the HTML of every page is valid${hasHtmlChecker ? '' : ' (skipped: needs Java)'}`,
  async () => {
    const documents = new Map<string, string>();
    const { status, headers } = await order({});
    expect(status).toBe(303);
    for (const path of [...(await sitemapPaths(site.url)), ...variants, headers.location ?? ''])
      documents.set(path, (await rawRequest(site.url + path)).body.toString());
    for (const [name, fields, origin, expected] of [
      ['an order with a fault', { email: 'thandiwe' }, site.url, 400],
      ['an order without a plan', { plan: '' }, site.url, 400],
      ["an order from another site's page", {}, 'https://other.example', 403],
      ['an order over the limit', { message: 'Another order' }, site.url, 429],
    ] as const) {
      const refused = await order(fields, origin);
      expect([name, refused.status]).toEqual([name, expected]);
      documents.set(name, refused.body.toString());
    }
    for (const [name, html] of documents)
      expect([name, html.slice(0, 15).toLowerCase()]).toEqual([name, '<!doctype html>']);
    expect(htmlFaults(documents)).toEqual([]);
  },
);
