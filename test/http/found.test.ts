import { describe, expect, test } from '@jest/globals';
import lastModified from '../../server/pages/lastModified.json' with { type: 'json' };
import { company } from '../../shared/company.ts';
import { families } from '../../shared/hosting/catalogue.ts';
import { shortVatNote, shownPrice } from '../../shared/hosting/family.ts';
import { paths, searchPath } from '../../shared/paths.ts';
import { searchDocuments } from '../../shared/search/documents.ts';
import { serviceCatalogue } from '../../shared/services/catalogue.ts';
import { rawRequest, textAt } from '../helpers/network/rawRequest.ts';
import { startApp } from '../helpers/site/app.ts';
import { decoded, textHash } from '../helpers/site/pageText.ts';
import { sitemapPaths, unknownPath } from '../helpers/site/sitemap.ts';
import { untilEnd } from '../helpers/untilEnd.ts';

const origin = 'https://www.cirrux.example';
const site = await untilEnd(startApp({ PUBLIC_ORIGIN: origin }));
/** The HTML of every page in the sitemap, by path. */
const pages: ReadonlyMap<string, string> = new Map(
  await Promise.all((await sitemapPaths(site.url)).map(async (path) => [path, await pageAt(path)] as const)),
);
const lost = await pageAt(unknownPath, 404);

async function pageAt(path: string, expected = 200): Promise<string> {
  const { status, body } = await rawRequest(site.url + path);
  expect([path, status]).toEqual([path, expected]);
  return body.toString();
}

/** The page's title, and the contents of its `meta` elements by name. */
function headOf(html: string): ReadonlyMap<string, string> {
  const [, title = ''] = /<title[^>]*>([^<]*)</.exec(html) ?? [];
  const metas = html.matchAll(/<meta (?:name|property)="([^"]+)" content="([^"]*)"/g);
  const named = Array.from(metas, ([, name = '', content = '']) => [name, decoded(content)] as const);
  return new Map([['title', decoded(title)], ...named]);
}

describe('the head of every page', () => {
  test('has a title and a description of its own, a canonical link and all Open Graph properties, in complete HTML', () => {
    const ofPicture = { 'og:image:width': '1200', 'og:image:height': '630', 'twitter:card': 'summary_large_image' };
    const shared = { 'og:type': 'website', 'og:site_name': company.name, ...ofPicture };
    for (const [path, html] of pages) {
      expect(html).toMatch(/^<!DOCTYPE html><html [^>]*lang="en-ZA".*<nav .*<\/html>$/s);
      expect(html.match(/<h1[ >]/g)).toHaveLength(1);
      // The Content-Security-Policy blocks style and handler attributes. A field with `maxlength` would cut off pasted text.
      expect(html).not.toMatch(/<[^>]+ (?:style|on[a-z]+)="|maxlength/);
      // Otherwise, a phone would show a page as wide as a desktop's, and its keyboard would cover the buttons of a dialog.
      const viewport = 'width=device-width, initial-scale=1, interactive-widget=resizes-content';
      expect(html).toContain(`<meta name="viewport" content="${viewport}"`);
      // The page says nothing about a fact that its owner has not filled in.
      expect([path, html.match(/<dt[^>]*>[^<]*<\/dt><dd[^>]*><\/dd>/g)]).toEqual([path, null]);
      const head = headOf(html);
      const title = head.get('title') ?? '';
      const description = head.get('description') ?? '';
      expect([path, title]).toEqual([path, expect.stringMatching(/^.{15,70}$/)]);
      expect([path, description]).toEqual([path, expect.stringMatching(/^.{50,180}$/)]);
      const canonical = html.match(/<link rel="canonical" href="[^"]*"/g);
      expect(canonical).toEqual([`<link rel="canonical" href="${origin}${path}"`]);
      const own = { 'og:title': title, 'og:description': description, 'og:url': origin + path };
      expect(Object.fromEntries(head)).toMatchObject({ ...shared, ...own });
      expect(head.has('robots')).toBe(false);
    }
    for (const name of ['title', 'description', 'og:image']) {
      const values = Array.from(pages.values(), (html) => headOf(html).get(name));
      expect(new Set(values).size).toBe(pages.size);
    }
  });

  test('names a sharing picture of 1200 x 630 that browsers keep for a day', async () => {
    const seen = new Set<string>();
    for (const html of [...pages.values(), lost]) {
      const address = headOf(html).get('og:image') ?? '';
      const { status, headers, body } = await rawRequest(address.replace(origin, site.url));
      expect([address, status, headers['content-type']]).toEqual([address, 200, 'image/png']);
      expect(headers).toMatchObject({ 'cache-control': 'public, max-age=86400', etag: expect.any(String) });
      expect([body.readUInt32BE(16), body.readUInt32BE(20)]).toEqual([1200, 630]);
      seen.add(body.toString('base64'));
    }
    expect(seen.size).toBe(pages.size);
  });
});

test("the sitemap has each page's date, which was renewed with its text (npm run dates renews both)", async () => {
  const entries = (await textAt(`${site.url}/sitemap.xml`)).matchAll(/<loc>([^<]+)<\/loc><lastmod>([^<]+)<\/lastmod>/g);
  const dates = Array.from(entries, ([, address = '', date = '']) => [address.slice(origin.length), date] as const);
  expect(dates.map(([path]) => path)).toEqual([...pages.keys()]);
  const found = dates.map(async ([path, date]) => [path, { date, text: await textHash(site.url, path) }] as const);
  expect(Object.fromEntries(await Promise.all(found))).toEqual(lastModified);
  for (const [, date] of dates) expect(new Date(date).toISOString().slice(0, 10)).toBe(date);
});

type Data = { readonly '@type': string; readonly [property: string]: unknown };

function dataOf(html: string): readonly Data[] {
  const scripts = html.matchAll(/<script[^>]* type="application\/ld\+json"[^>]*>(.*?)<\/script>/gs);
  return Array.from(scripts, ([, text = '']) => JSON.parse(text) as Data | Data[]).flat();
}

/** The structured data of this type on a page. */
function dataAt(path: string, type: string): Data | undefined {
  return dataOf(pages.get(path) ?? '').find((data) => data['@type'] === type);
}

// The types of schema-dts check the vocabulary of schema.org in structuredData.ts. So these tests check only the contents.
describe('structured data', () => {
  test('has the types that fit the page', () => {
    const typesOn = (path: string): readonly string[] => {
      if (path === paths.home) return ['ProfessionalService', 'WebSite'];
      if (path === paths.about || path === paths.contact) return ['ProfessionalService'];
      if (path.startsWith(`${paths.services}/`)) return ['BreadcrumbList'];
      return families.some((family) => family.path === path && family.showsPrices) ? ['Product'] : [];
    };
    for (const [path, html] of pages) {
      const data = dataOf(html);
      expect([path, data.map((each) => each['@type'])]).toEqual([path, typesOn(path)]);
      for (const each of data) expect(each['@context']).toBe('https://schema.org');
    }
  });

  test('is missing on pages that search engines must not index', async () => {
    const finder = ['order=CXN1', 'ram=8', 'compare=CXN1,CXN2'].map((query) => `/server-hosting?${query}`);
    for (const path of [unknownPath, ...finder, `${searchPath}?q=backup`]) {
      const html = path === unknownPath ? lost : await pageAt(path);
      expect(headOf(html).get('robots') ?? '').toBe('noindex');
      expect(dataOf(html)).toEqual([]);
    }
  });

  // Google's rules for this: https://developers.google.com/search/docs/appearance/structured-data/merchant-listing
  test('offers each plan at the price on its card, and none where no price is shown', () => {
    for (const family of families) {
      const html = pages.get(family.path) ?? '';
      const product = dataAt(family.path, 'Product');
      if (!family.showsPrices) {
        expect(JSON.stringify(dataOf(html))).not.toMatch(/"(?:price|offers|priceCurrency)"|ZAR/);
        continue;
      }
      expect(product).toMatchObject({ name: family.title, image: headOf(html).get('og:image') });
      const offers = product?.offers as readonly Data[];
      expect(offers.map(({ name }) => name)).toEqual(family.plans.map(({ name }) => name));
      for (const [index, plan] of family.plans.entries()) {
        const price = shownPrice(family, plan).slice(1);
        const [url, description] = [`${origin}${family.path}#plan-${plan.id}`, `Per month, ${shortVatNote}`];
        expect(offers[index]).toMatchObject({ url, description, price, priceCurrency: 'ZAR' });
        expect(html).toMatch(new RegExp(`<article[^>]*id="plan-${plan.id}"(?:(?!</article>).)*>R${price}<`, 's'));
      }
    }
  });
});

test('llms.txt has the whole site in Markdown: a title, a summary, and sections of links to every page and plan', async () => {
  const { status, headers, body } = await rawRequest(`${site.url}/llms.txt`);
  expect([status, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8']);
  const text = body.toString();
  expect(text).toMatch(new RegExp(`^# ${company.name}\n\n> .+\n\n`));
  const [, ...sections] = text.split(/^## /m);
  for (const section of sections) expect(section).toMatch(/^[^\n]+\n\n(- \[[^\]]+\]\([^)\s]+\)(: [^\n]+)?\n)+\n*$/);
  for (const path of await sitemapPaths(site.url)) expect(text).toContain(`](${origin}${path}): `);
  for (const family of families)
    for (const plan of family.plans) {
      const line = text.split('\n').find((each) => each.includes(`(${origin}${family.path}#plan-${plan.id})`)) ?? '';
      expect(line).toContain(`[${plan.name}]`);
      expect(line).toContain(`: ${shownPrice(family, plan)}`);
      // Consumer Protection Act: who names a price says whether it is the whole price.
      expect(/R\d/.test(line)).toBe(/: R[\d.]+ per month(?: or R[\d.]+ per year)?, incl\. VAT\./.test(line));
      for (const { phrase = '' } of plan.specs) expect(line).toContain(phrase);
      if (!family.showsPrices) expect(line).not.toMatch(/R\d/);
    }
});

// A valid URL has only these ASCII characters, and at most one fragment: https://url.spec.whatwg.org/#url-code-points
const validUrl = /^(?:[\w!$&'()*+,\-./:;=?@~]|%[0-9a-f]{2})*(?:#[\w!$&'()*+,\-./:;=?@~%]*)?$/i;

test('every link of every page and every result of the search is valid, and its page or file and its fragment exist', async () => {
  const found = new Map<string, string>();
  for (const [path, html] of [...pages, [unknownPath, lost] as const])
    for (const [, link = ''] of html.matchAll(/<(?:a|link|use|img|script)\b[^>]*? (?:href|src)="([^"]+)"/g)) {
      expect(decoded(link)).toMatch(validUrl);
      found.set(new URL(decoded(link), origin + path).href, path);
    }
  for (const { address } of searchDocuments) found.set(origin + address, searchPath);
  const [internal, external] = [true, false].map((isOwn) =>
    [...found.keys()].filter((link) => link.startsWith(`${origin}/`) === isOwn),
  ) as [string[], string[]];
  expect(internal.length).toBeGreaterThan(100);
  // Each hosting page and each service page has a picture of its own.
  expect(internal.filter((link) => link.includes('/scenes/scene-hosting-'))).toHaveLength(families.length);
  expect(internal.filter((link) => link.includes('/scenes/scene-service-'))).toHaveLength(serviceCatalogue.length);

  const bodies = new Map<string, string | undefined>();
  for (const address of new Set(internal.map((link) => link.split('#')[0] ?? ''))) {
    const { status, body } = await rawRequest(address.replace(origin, site.url));
    bodies.set(address, status === 200 || address.endsWith(unknownPath) ? body.toString() : undefined);
  }
  const isDead = (link: string): boolean => {
    const [address = '', fragment] = link.split('#');
    const body = bodies.get(address);
    return body === undefined || Boolean(fragment && !body.includes(` id="${decodeURIComponent(fragment)}"`));
  };
  expect(internal.filter(isDead).map((link) => `${link} on ${found.get(link)}`)).toEqual([]);
  for (const link of external)
    expect(link).toMatch(/^(?:https:\/\/[\w-]+(?:\.[\w-]+)+\/|tel:\+\d{9,15}$|mailto:[^\s@]+@[^\s@?]+)/);
});
