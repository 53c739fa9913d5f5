import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import request from 'supertest';
import { company } from '../../shared/company.ts';
import { families, fromPrices } from '../../shared/hosting/catalogue.ts';
import { vatNote } from '../../shared/hosting/family.ts';
import { questions } from '../../shared/hosting/questions.ts';
import { prefilledMessage } from '../../shared/orderMessage.ts';
import { figures } from '../../shared/pages/figures.ts';
import { orderAddress } from '../../shared/paths.ts';
import { scriptsIn } from '../helpers/browser/budgets.ts';
import { rawRequest } from '../helpers/network/rawRequest.ts';
import { type Site, startSite } from '../helpers/site/site.ts';

const origin = 'https://www.cirrux.example';
const pages = [
  '/',
  '/services',
  '/about',
  '/contact',
  '/support',
  '/legal',
  '/server-hosting',
  '/shared-hosting',
  '/reseller-hosting',
  '/cpanel-hosting',
  '/pastel-hosting',
  '/microsoft-365',
];

let site: Site;
beforeAll(async () => {
  site = await startSite({ PUBLIC_ORIGIN: origin });
});
afterAll(async () => {
  expect(await site.stop()).toEqual({ exitCode: 0, signal: null });
});

function get(path: string) {
  return request(site.url).get(path);
}
function titleOf(html: string) {
  return /<title[^>]*>([^<]+)<\/title>/.exec(html)?.[1];
}

describe('a page', () => {
  test.each(pages)('%s is complete HTML with its own title, description and canonical link', async (path) => {
    const { text: html } = await get(path).expect(200).expect('Content-Type', 'text/html; charset=utf-8');
    expect(html).toMatch(/^<!DOCTYPE html><html [^>]*lang="en-ZA"/);
    expect(html).toMatch(/<\/html>$/);
    expect(titleOf(html)).toBeTruthy();
    expect(html).toMatch(/<meta name="description" content="[^"]{50,}"/);
    expect(html).toContain(`<link rel="canonical" href="${origin}${path}"/>`);
    expect(html.match(/<h1[ >]/g)).toHaveLength(1);
    expect(html).toMatch(/<nav /);
    expect(html).not.toMatch(/<[^>]+ style="/);
    expect(html).not.toMatch(/<[^>]+ on[a-z]+="/);
    expect(html).not.toContain('maxlength');
  });

  test('no two pages have the same title', async () => {
    const titles = await Promise.all(pages.map(async (path) => titleOf((await get(path)).text)));
    expect(new Set(titles).size).toBe(pages.length);
  });

  test('the inline scripts, and so their hashes in the policy, are the same on every page', async () => {
    const sources = async (path: string) =>
      /script-src [^;]+/.exec((await get(path)).get('Content-Security-Policy') ?? '')?.[0];
    const ofHome = await sources('/');
    expect(ofHome?.match(/'sha256-/g)).toHaveLength(2);
    for (const path of [...pages, '/server-hosting?order=CXN1', '/nowhere']) expect(await sources(path)).toBe(ofHome);
  });

  test('has an ETag, answers 304 if it matches, and answers HEAD without a body', async () => {
    const full = await get('/server-hosting').set('Accept-Encoding', 'identity').expect(200);
    const etag = full.get('ETag') ?? '';
    expect(etag).toMatch(/^(W\/)?"/);
    const again = await get('/server-hosting').set('If-None-Match', etag).expect(304);
    expect(again.text).toBe('');
    expect(again.get('ETag')).toBe(etag);
    await get('/server-hosting').set('If-None-Match', '"other"').expect(200);
    const head = await request(site.url).head('/server-hosting').set('Accept-Encoding', 'identity').expect(200);
    expect(head.get('Content-Length')).toBe(full.get('Content-Length'));
    expect(head.text).toBeFalsy();
  });

  test.each([
    ['br', 'br'],
    ['gzip', 'gzip'],
    ['gzip, deflate, br, zstd', 'br'],
    ['br;q=0, gzip', 'gzip'],
    ['identity', null],
    ['zstd', null],
  ])('Accept-Encoding %s is answered with the same text, encoded as %s', async (accepted, used) => {
    const plain = await (
      await fetch(`${site.url}/server-hosting`, { headers: { 'Accept-Encoding': 'identity' } })
    ).text();
    const answer = await fetch(`${site.url}/server-hosting`, { headers: { 'Accept-Encoding': accepted } });
    expect(answer.headers.get('Content-Encoding')).toBe(used);
    expect(answer.headers.get('Vary')).toMatch(/Accept-Encoding/i);
    expect(await answer.text()).toBe(plain);
  });

  test('other query parameters change nothing; other methods get 405', async () => {
    const etag = (await get('/')).get('ETag');
    expect((await get('/?utm_source=x&order=CXN1')).get('ETag')).toBe(etag);
    const answer = await request(site.url).post('/about').expect(405);
    expect(answer.get('Allow')).toMatch(/GET/);
  });
});

describe('plans', () => {
  test.each(families.map((family) => [family.path, family] as const))('%s shows its plans', async (path, family) => {
    const { text: html } = await get(path).expect(200);
    for (const plan of family.plans) {
      const card = new RegExp(`<article[^>]*id="plan-${plan.id}".*?</article>`, 's').exec(html)?.[0] ?? '';
      expect(card).toContain(`>${plan.name}</h3>`);
      expect(card).toContain(family.orderLabel);
      expect(card.includes('Most Popular')).toBe(plan.popular === true);
      expect(card.includes(`>${plan.price}<`)).toBe(family.showsPrices);
      if (!family.showsPrices) expect(card).not.toMatch(/R\d/);
    }
    expect(html.match(/<article[^>]*id="plan-/g)).toHaveLength(family.plans.length);
  });

  test.each(families)(
    '$path answers its questions without scripts, which do not load their texts',
    async ({ id, path }) => {
      const { text: html } = await get(path);
      const asked = questions[id] ?? [];
      const read = (text: string) => text.replaceAll("'", '&#x27;');
      for (const { question, answer } of asked)
        expect(html).toContain(`<h3>${read(question)}</h3><p>${read(answer)}</p>`);
      const scripts = await Promise.all(scriptsIn(html).map(async (script) => (await get(script)).text));
      expect(scripts.filter((script) => asked.some(({ question }) => script.includes(question)))).toEqual([]);
    },
  );

  test('the note on VAT comes once, before the plans, where prices are shown', async () => {
    for (const { path, showsPrices } of families) {
      const parts = (await get(path)).text.split(/<dialog/)[0]?.split(vatNote) ?? [];
      expect([path, parts.length]).toEqual([path, showsPrices ? 2 : 1]);
      expect(parts[0]?.includes('<article')).toBe(!showsPrices);
    }
  });

  test('VPS hosting shows Save 50% once, and Pastel hosting does not show Save 17%', async () => {
    const { text: vps } = await get('/server-hosting');
    expect(vps.match(/Save 50%/g)).toHaveLength(1);
    expect((await get('/pastel-hosting')).text).not.toContain('Save 17%');
  });

  test("?order= opens the dialog of the page's plan; another plan opens none", async () => {
    const { text: html } = await get('/server-hosting?order=CXN3').expect(200);
    expect(html).toMatch(/<dialog[^>]* open/);
    expect(html).toContain('Order CXN3');
    expect(html).toContain('I would like to order the CXN3 plan (R499).');
    expect((await get('/shared-hosting?order=shared-starter')).text).toContain('Contact for Pricing');
    for (const none of ['CXN99', 'shared-starter', '<script>', ''])
      expect((await get('/server-hosting').query({ order: none }).expect(200)).text).not.toMatch(/<dialog[^>]* open/);
  });

  test.each(families)(
    '$path carries the closed dialogs of its plans; on ?order= one is open, and the first',
    async (family) => {
      const dialogsIn = (html: string) =>
        Array.from(html.matchAll(/<dialog ([^>]*)>/g), ([, attributes = '']) => ({
          plan: /id="order-([^"]+)"/.exec(attributes)?.[1],
          isOpen: /\bopen\b/.test(attributes),
        }));
      const plans = family.plans.map(({ id }) => id);
      const html = (await get(family.path)).text;
      for (const plan of family.plans) {
        expect(html).toContain(`>Order ${plan.name}</h2>`);
        expect(html).toContain(`>${prefilledMessage(family, plan)}</textarea>`);
      }
      const closed = dialogsIn(html);
      expect(closed).toEqual(plans.map((plan) => ({ plan, isOpen: false })));
      const last = plans.at(-1) ?? '';
      const [first, ...others] = dialogsIn((await get(orderAddress(family.path, last))).text);
      expect(first).toEqual({ plan: last, isOpen: true });
      expect(others).toEqual(plans.slice(0, -1).map((plan) => ({ plan, isOpen: false })));
    },
  );
});

describe('security headers', () => {
  test.each(['/', '/server-hosting?order=CXN1', '/nowhere', '/healthz', '/robots.txt', '/favicon.ico'])(
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
    const plain = await startSite();
    try {
      const { headers } = await request(plain.url).get('/');
      expect(headers['strict-transport-security']).toBeUndefined();
      expect(headers['content-security-policy']).not.toMatch(/upgrade-insecure-requests/);
    } finally {
      await plain.stop();
    }
  });
});

describe('files for programs', () => {
  test('robots.txt, security.txt, the manifest and its icons are served', async () => {
    expect(
      (
        await get('/robots.txt')
          .expect(200)
          .expect('Content-Type', /text\/plain/)
      ).text,
    ).toContain(`Sitemap: ${origin}/sitemap.xml`);
    const security = (
      await get('/.well-known/security.txt')
        .expect(200)
        .expect('Content-Type', /text\/plain/)
    ).text;
    expect(security).toMatch(/^Contact: mailto:/m);
    const expires = Date.parse(/^Expires: (.+)$/m.exec(security)?.[1] ?? '');
    expect(expires).toBeGreaterThan(Date.now());
    expect(expires).toBeLessThan(Date.now() + 366 * 86_400_000);
    const manifest = await get('/site.webmanifest')
      .expect(200)
      .expect('Content-Type', /application\/manifest\+json/);
    const { name, icons } = JSON.parse(manifest.text ?? manifest.body.toString()) as {
      name: string;
      icons: { src: string }[];
    };
    expect(name).toBeTruthy();
    for (const { src } of icons) await get(src).expect(200).expect('Content-Type', 'image/png');
    await get('/favicon.ico').expect(200).expect('Content-Type', 'image/vnd.microsoft.icon');
  });

  test('the sitemap lists every page, and each one exists', async () => {
    const { text: xml } = await get('/sitemap.xml').expect(200).expect('Content-Type', /xml/);
    const listed = [...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address = '']) => address.slice(origin.length));
    expect(listed).toEqual(expect.arrayContaining(pages));
    for (const path of listed) await get(path).expect(200);
  });

  test('/healthz answers ok', async () => {
    await get('/healthz').expect(200, { status: 'ok' }).expect('Cache-Control', 'no-store');
  });

  test('every asset that a page names exists, hashed, precompressed and immutable', async () => {
    const { text: html } = await get('/server-hosting');
    const assets = [...new Set([...html.matchAll(/"(\/assets\/[^"#]+)/g)].map(([, path = '']) => path))];
    expect(assets.filter((path) => path.endsWith('.js')).length).toBeGreaterThan(0);
    for (const path of assets) {
      const answer = await get(path).set('Accept-Encoding', 'br, gzip').expect(200);
      expect(answer.get('Cache-Control')).toBe('public, max-age=31536000, immutable');
      if (path.endsWith('.js')) expect(answer.get('Content-Encoding')).toBe('br');
    }
    const rest = [
      ...new Set(
        [...html.matchAll(/(?:href|src)="(\/[a-z0-9-]+\.(?:png|svg|ico|webmanifest))"/g)].map(([, path = '']) => path),
      ),
    ];
    for (const path of rest) await get(path).expect(200);
  });
});

describe('pictures', () => {
  test('every picture that a page draws is in its file, and each hosting page has its own', async () => {
    const scenes = new Set<string>();
    for (const path of pages) {
      const { text: html } = await get(path);
      for (const [, file = '', id = ''] of html.matchAll(/<use href="([^"#]+)#([^"]+)"/g)) {
        expect((await get(file)).body.toString()).toContain(` id="${id}"`);
        if (id.startsWith('scene-hosting-')) scenes.add(id);
      }
    }
    expect(scenes.size).toBe(families.length);
  });
});

describe('the home page', () => {
  test('says what hosting costs from where prices are shown, with the note on VAT', async () => {
    const { text: html } = await get('/');
    const shown = html.split('<main')[1]?.split('</main')[0] ?? '';
    for (const { id, path } of families) {
      const card = new RegExp(`<a[^>]* href="${path}".*?</a>`).exec(shown)?.[0];
      const price = fromPrices[id];
      if (price) expect(card).toContain(`from <strong>${price}</strong> a month`);
      else expect(card).not.toMatch(/>from |R\d/);
    }
    expect(shown.split(vatNote)).toHaveLength(2);
  });

  test('states the same figures as the About page, and the uptime', async () => {
    const figuresOf = async (path: string) =>
      Array.from((await get(path)).text.matchAll(/<dt>([^<]+)<\/dt><dd>([^<]+)</g), ([, label, figure]) => [
        label,
        figure,
      ]);
    const about = await figuresOf('/about');
    expect(about).toEqual(figures.map(({ label, figure }) => [label, figure]));
    expect(await figuresOf('/')).toEqual([...about, ['Hosting uptime guarantee', company.figures.uptime]]);
  });
});

describe('documents', () => {
  const files = [
    'terms-of-service',
    'privacy-policy',
    'service-level-agreement',
    'data-processing-agreement',
    'acceptable-use-policy',
    'security-policy',
    'incident-response-policy',
    'business-associate-agreement',
  ].map((name) => `${name}.pdf`);

  test.each(files)('%s is served as a PDF attachment', async (file) => {
    const answer = await get(`/documents/${file}`).expect(200).expect('Content-Type', 'application/pdf');
    expect(answer.get('Content-Disposition')).toBe(`attachment; filename="${file}"`);
    expect(answer.get('Accept-Ranges')).toBe('bytes');
    expect(answer.body.subarray(0, 5).toString()).toBe('%PDF-');
  });

  test('a document answers Range requests', async () => {
    const path = `/documents/${files[0]}`;
    const part = await get(path).set('Range', 'bytes=0-4').expect(206);
    expect(part.body.toString()).toBe('%PDF-');
    expect(part.get('Content-Range')).toMatch(/^bytes 0-4\/\d+$/);
    await get(path).set('Range', 'bytes=99999999-').expect(416);
  });

  test('a document answers 412 if If-Match or If-Unmodified-Since fails', async () => {
    const path = `/documents/${files[0]}`;
    const { headers } = await get(path).expect(200);
    await get(path)
      .set('If-Match', headers.etag ?? '')
      .expect(200);
    await get(path).set('If-Match', '"other"').expect(412);
    await get(path)
      .set('If-Unmodified-Since', headers['last-modified'] ?? '')
      .expect(200);
    await get(path).set('If-Unmodified-Since', 'Thu, 01 Jan 1970 00:00:00 GMT').expect(412);
    expect(site.log.filter(({ level }) => level >= 50)).toEqual([]);
  });

  test('other files under /documents are 404', async () => {
    for (const path of ['/documents/', '/documents', '/documents/none.pdf', '/documents/../server/main.cjs'])
      await get(path).expect(404);
  });
});

test('a range of a page or of a compressed file is the whole answer', async () => {
  const script = /\/assets\/main\.\w+\.js/.exec((await get('/')).text)?.[0] ?? '';
  for (const path of ['/', '/404', script, '/favicon.ico']) {
    const whole = await get(path);
    const answer = await get(path).set('Range', 'bytes=0-9');
    expect([answer.status, answer.get('Accept-Ranges')]).toEqual([whole.status, undefined]);
    expect(answer.get('Content-Length')).toBe(whole.get('Content-Length'));
  }
});

test('the not-found page comes in each content coding', async () => {
  const ask = (coding: string) => rawRequest(`${site.url}/nowhere`, { headers: { 'Accept-Encoding': coding } });
  const { body } = await ask('identity');
  for (const [coding, decompress] of Object.entries({ br: brotliDecompressSync, gzip: gunzipSync })) {
    const answer = await ask(coding);
    expect(answer).toMatchObject({ status: 404, headers: { 'content-encoding': coding, vary: 'Accept-Encoding' } });
    expect(decompress(answer.body)).toEqual(body);
  }
});
