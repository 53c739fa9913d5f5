import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, test } from '@jest/globals';
import request from 'supertest';
import { company, openingHours } from '../../shared/company.ts';
import { phoneLink } from '../../shared/contactLinks.ts';
import { families, fromPrices } from '../../shared/hosting/catalogue.ts';
import { vatNote } from '../../shared/hosting/family.ts';
import { legalApproval } from '../../shared/legal/draftNotice.ts';
import { legalIds } from '../../shared/legal/list.ts';
import { noObligation } from '../../shared/messages.ts';
import { prefilledMessage } from '../../shared/orderMessage.ts';
import { orderAddress } from '../../shared/paths.ts';
import { featuredServices } from '../../shared/services/list.ts';
import { rawRequest } from '../helpers/network/rawRequest.ts';
import { startApp } from '../helpers/site/app.ts';
import { sitemapPaths, unknownPath } from '../helpers/site/sitemap.ts';
import { untilEnd } from '../helpers/untilEnd.ts';

const origin = 'https://www.cirrux.example';
const site = await untilEnd(startApp({ PUBLIC_ORIGIN: origin }));

function get(path: string) {
  return request(site.url).get(path);
}

describe('a page', () => {
  test('has the same inline scripts, and so the same hashes in its policy, as every other', async () => {
    const sources = async (path: string) =>
      /script-src [^;]+/.exec((await get(path)).get('Content-Security-Policy') ?? '')?.[0];
    const ofHome = await sources('/');
    expect(ofHome?.match(/'sha256-/g)).toHaveLength(2);
    for (const path of [...(await sitemapPaths(site.url)), '/server-hosting?order=CXN1', unknownPath])
      expect(await sources(path)).toBe(ofHome);
  });

  test('has an ETag, answers 304 if it matches, HEAD without a body, and the same for other parameters', async () => {
    const full = await get('/about').set('Accept-Encoding', 'identity').expect(200);
    expect(full.get('Content-Type')).toBe('text/html; charset=utf-8');
    const etag = full.get('ETag') ?? '';
    expect(etag).toMatch(/^(W\/)?"/);
    const again = await get('/about').set('If-None-Match', etag).expect(304);
    expect([again.text, again.get('ETag')]).toEqual(['', etag]);
    await get('/about').set('If-None-Match', '"other"').expect(200);
    const head = await request(site.url).head('/about').set('Accept-Encoding', 'identity').expect(200);
    expect(head.get('Content-Length')).toBe(full.get('Content-Length'));
    expect(head.text).toBeFalsy();
    expect((await get('/about?utm_source=x&order=CXN1')).get('ETag')).toBe(etag);
  });

  test.each([
    ['br', 'br'],
    ['gzip', 'gzip'],
    ['gzip, deflate, br, zstd', 'br'],
    ['br;q=0, gzip', 'gzip'],
    ['identity', undefined],
    ['zstd', undefined],
  ] as const)('for Accept-Encoding %s is the same text in %s, as the not-found page', async (accepted, coding) => {
    for (const path of ['/server-hosting', unknownPath]) {
      const plain = await rawRequest(site.url + path);
      const { headers, body } = await rawRequest(site.url + path, { headers: { 'Accept-Encoding': accepted } });
      expect([headers['content-encoding'], headers.vary]).toEqual([coding, expect.stringMatching(/Accept-Encoding/i)]);
      const decode = coding === 'br' ? brotliDecompressSync : gunzipSync;
      expect((coding ? decode(body) : body).equals(plain.body)).toBe(true);
    }
  });
});

describe('plans', () => {
  test.each(families)(
    '$path shows its plans, and carries their closed dialogs; on ?order= one is open, and the first',
    async (family) => {
      const { text: html } = await get(family.path).expect(200);
      for (const plan of family.plans) {
        const card = new RegExp(`<article[^>]*id="plan-${plan.id}".*?</article>`, 's').exec(html)?.[0] ?? '';
        expect(card).toContain(`>${plan.name}</h3>`);
        expect(card).toContain(family.orderLabel);
        expect(card.includes('Most Popular')).toBe(plan.popular === true);
        expect(card.includes(`>${plan.price}<`)).toBe(family.showsPrices);
        if (!family.showsPrices) expect(card).not.toMatch(/R\d/);
        for (const place of family.dataCentres ?? []) expect(card).toContain(place);
        expect(html).toContain(`>Order ${plan.name}</h2>`);
        expect(html).toContain(`>${prefilledMessage(family, plan)}</textarea>`);
      }
      expect(html.match(/<article[^>]*id="plan-/g)).toHaveLength(family.plans.length);
      const cost = family.showsPrices ? noObligation.order : noObligation.quote;
      expect(html.split(cost)).toHaveLength(family.plans.length + 1);

      const dialogsIn = (text: string) =>
        Array.from(text.matchAll(/<dialog ([^>]*)>/g), ([, attributes = '']) => ({
          plan: /id="order-([^"]+)"/.exec(attributes)?.[1],
          isOpen: /\bopen\b/.test(attributes),
        }));
      const closed = family.plans.map(({ id }) => ({ plan: id, isOpen: false }));
      expect(dialogsIn(html)).toEqual(closed);
      const last = family.plans.at(-1)?.id ?? '';
      const ordering = dialogsIn((await get(orderAddress(family.path, last))).text);
      expect(ordering).toEqual([{ plan: last, isOpen: true }, ...closed.slice(0, -1)]);
    },
  );

  test('the dialog names plan and price; another plan than the page has opens none', async () => {
    const { text: html } = await get('/server-hosting?order=CXN3');
    expect(html).toContain('I would like to order the CXN3 plan (R499).');
    expect((await get('/shared-hosting?order=shared-starter')).text).toContain('Contact for Pricing');
    for (const none of ['CXN99', 'shared-starter', '<script>', ''])
      expect((await get('/server-hosting').query({ order: none }).expect(200)).text).not.toMatch(/<dialog[^>]* open/);
  });

  test('the note on VAT comes once, before the plans, where prices are shown; Save 50% once, where it is true', async () => {
    for (const { path, showsPrices } of families) {
      const { text: html } = await get(path);
      const parts = html.split(/<dialog/)[0]?.split(vatNote) ?? [];
      expect([path, parts.length]).toEqual([path, showsPrices ? 2 : 1]);
      expect(parts[0]?.includes('<article')).toBe(!showsPrices);
      if (path === '/server-hosting') expect(html.match(/Save 50%/g)).toHaveLength(1);
      if (path === '/pastel-hosting') expect(html).not.toContain('Save 17%');
    }
  });

  test('the home page says what hosting costs from where prices are shown, with the note on VAT', async () => {
    const shown = (await get('/')).text.split('<main')[1]?.split('</main')[0] ?? '';
    for (const { id, path } of families) {
      const card = new RegExp(`<a[^>]* href="${path}".*?</a>`).exec(shown)?.[0];
      const price = fromPrices[id];
      if (price) expect(card).toContain(`from <strong>${price}</strong> a month`);
      else expect(card).not.toMatch(/>from |R\d/);
    }
    expect(shown.split(vatNote)).toHaveLength(2);
  });
});

test('the manifest, the emblems of the menus and the look of the controls are in the HTML', async () => {
  const { text } = await get('/about');
  expect(text).toContain('<link rel="manifest" href="/site.webmanifest"');
  for (const { id } of families)
    expect(text.match(new RegExp(`<use href="/assets/emblems[^"]*#${id}"`, 'g'))).toHaveLength(2);
  expect(text).toContain('[type=checkbox]{appearance:none');
});

test('no promise links to an agreement that is not approved yet, and the draft says what counts until then', async () => {
  expect(legalApproval.confirmed).toBe(false);
  for (const path of ['/', '/server-hosting']) {
    const { text } = await get(path);
    expect(text).toContain(company.figures.uptime);
    expect(text).not.toContain('href="/legal/service-level-agreement"');
  }
  const { text } = await get('/legal/service-level-agreement');
  expect(text).toContain('This document is being finalised; your written confirmation is what counts.');
});

test('the end of the questions leads to the form about the family', async () => {
  for (const { id, path, name } of families)
    expect((await get(path)).text).toMatch(
      new RegExp(`<a [^>]*href="/contact\\?about=${id}#consultation"[^>]*>Ask about ${name}</a></p>`),
    );
});

test('an IT assessment starts at a form that says so', async () => {
  const [, address = ''] = /href="([^"]*)"[^>]*>Start Your IT Assessment</.exec((await get('/')).text) ?? [];
  expect(address).toBe('/contact?about=it-health#consultation');
  expect((await get(address)).text).toContain('>I would like to ask about IT Health Assessment. </textarea>');
});

test('the title of a service on the home page leads to the page of that service', async () => {
  const { text } = await get('/');
  for (const { id, title } of featuredServices)
    expect(text).toMatch(new RegExp(`<h3><a [^>]*href="/services/${id}"[^>]*>${title}</a></h3>`));
});

test('the first button of the support page calls the company, and the hours stand under Phone', async () => {
  const support = (await get('/support')).text;
  expect(/<main.*?<a [^>]*href="([^"]*)"[^>]*>(Call [^<]*)</s.exec(support)?.slice(1)).toEqual([
    phoneLink,
    `Call ${company.phone.display}`,
  ]);
  for (const text of [support, (await get('/contact')).text])
    expect(text).toMatch(new RegExp(`<h2>Phone.{0,900}${openingHours}`, 's'));
});

describe('security headers', () => {
  test.each(['/', '/server-hosting?order=CXN1', unknownPath, '/healthz', '/robots.txt', '/favicon.ico'])(
    '%s',
    async (path) => {
      const { headers } = await get(path);
      const policy = headers['content-security-policy'] ?? '';
      expect(policy).toMatch(/default-src 'none'/);
      expect(policy).toMatch(/frame-ancestors 'none'/);
      expect(policy).not.toMatch(/unsafe|\*|https?:/);
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'strict-origin-when-cross-origin',
        'cross-origin-opener-policy': 'same-origin',
        'strict-transport-security': expect.stringMatching(/max-age=\d{8}/),
        'permissions-policy': expect.any(String),
        'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
      });
      expect(headers['x-powered-by']).toBeUndefined();
    },
  );

  test('no HSTS and no upgrade-insecure-requests without https', async () => {
    const { headers } = await rawRequest((await untilEnd(startApp())).url);
    expect(headers['strict-transport-security']).toBeUndefined();
    expect(headers['content-security-policy']).not.toMatch(/upgrade-insecure-requests/);
  });
});

describe('files', () => {
  test('robots.txt, security.txt, the manifest, its icons and /healthz are served', async () => {
    const robots = await get('/robots.txt')
      .expect(200)
      .expect('Content-Type', /text\/plain/);
    expect(robots.text).toContain(`Sitemap: ${origin}/sitemap.xml`);
    const { text: security } = await get('/.well-known/security.txt')
      .expect(200)
      .expect('Content-Type', /text\/plain/);
    expect(security).toMatch(/^Contact: mailto:/m);
    const expires = Date.parse(/^Expires: (.+)$/m.exec(security)?.[1] ?? '');
    expect(expires).toBeGreaterThan(Date.now());
    expect(expires).toBeLessThan(Date.now() + 366 * 86_400_000);
    const manifest = await get('/site.webmanifest')
      .expect(200)
      .expect('Content-Type', /application\/manifest\+json/);
    const { name, icons } = JSON.parse(manifest.text ?? manifest.body.toString());
    expect(name).toBeTruthy();
    for (const { src } of icons) await get(src).expect(200).expect('Content-Type', 'image/png');
    await get('/favicon.ico').expect(200).expect('Content-Type', 'image/vnd.microsoft.icon');
    await get('/healthz').expect(200, { status: 'ok' }).expect('Cache-Control', 'no-store');
  });

  test('every asset that a page names exists, hashed, precompressed and immutable', async () => {
    const { text: html } = await get('/server-hosting');
    const assets = new Set(Array.from(html.matchAll(/"(\/assets\/[^"#]+)/g), ([, path = '']) => path));
    expect([...assets].some((path) => path.endsWith('.js'))).toBe(true);
    for (const path of assets) {
      const answer = await get(path).set('Accept-Encoding', 'br, gzip').expect(200);
      expect(answer.get('Cache-Control')).toBe('public, max-age=31536000, immutable');
      if (path.endsWith('.js')) expect(answer.get('Content-Encoding')).toBe('br');
    }
  });

  test('every legal document is served as a PDF attachment, also in ranges', async () => {
    expect(legalIds).toHaveLength(8);
    for (const file of legalIds.map((id) => `${id}.pdf`)) {
      const answer = await get(`/documents/${file}`).expect(200).expect('Content-Type', 'application/pdf');
      expect(answer.get('Content-Disposition')).toBe(`attachment; filename="${file}"`);
      expect(answer.get('Accept-Ranges')).toBe('bytes');
      expect(answer.body.subarray(0, 5).toString()).toBe('%PDF-');
      const part = await get(`/documents/${file}`).set('Range', 'bytes=0-4').expect(206);
      expect([part.body.toString(), part.get('Content-Range')]).toEqual(['%PDF-', `bytes 0-4/${answer.body.length}`]);
    }
  });
});
