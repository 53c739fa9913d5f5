import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import request, { type Response } from 'supertest';
import { families } from '../../shared/hosting/catalogue.ts';
import { limits } from '../../shared/submission.ts';
import { rawRequest } from '../helpers/network/rawRequest.ts';
import { type Site, startSite } from '../helpers/site/site.ts';
import { receivedEarlier, storedIn, withFullDisk } from '../helpers/store/stored.ts';
import { newAddress, orderOf, person, submissionsPath } from '../helpers/visitor/visitor.ts';

let site: Site;
let strict: Site;
beforeAll(async () => {
  const common = { TRUST_PROXY: '1', SUBMISSION_LIMIT: '3' };
  [site, strict] = await Promise.all([startSite(common), startSite({ ...common, CAPTCHA_ENFORCE: 'true' })]);
});
afterAll(async () => {
  await Promise.all([site.stop(), strict.stop()]);
});

const typed = { ...person, message: 'First line\r\nsecond line', plan: 'CXN3' };
function postForm(fields: Record<string, string>, address = newAddress(), to = site) {
  return request(to.url)
    .post(submissionsPath)
    .set('X-Forwarded-For', address)
    .type('form')
    .send(new URLSearchParams(fields).toString())
    .redirects(0)
    .expect('Cache-Control', 'no-store');
}
function stored() {
  return storedIn(site.dataDirectory);
}

/** A text as React escapes it in HTML. */
function escaped(text: string) {
  return text.replaceAll("'", '&#x27;');
}

describe('an order posted as a plain form', () => {
  test('is stored like an order by script and redirects with 303 to its result on the hosting page', async () => {
    const answer = await postForm(typed).expect(303);
    const reference = answer.get('X-Reference') ?? '';
    expect(answer.get('Location')).toBe(`/server-hosting?submitted=${reference}#main`);
    expect(stored().find((row) => row.reference === reference)).toMatchObject({
      kind: 'order',
      plan_id: 'CXN3',
      ...orderOf('CXN3', 'First line\nsecond line'),
    });
    const page = await request(site.url)
      .get(answer.get('Location') ?? '')
      .expect(200);
    expect(page.text).toContain('Order Submitted!');
    expect(page.text).toContain(escaped("We'll contact you shortly to confirm your order."));
    expect(page.text).toContain(reference);
    expect(page.text).toMatch(new RegExp(`<title>Order Submitted! ${reference} \\|`));
    expect(page.text).toMatch(/<main id="main"[^>]*>(<!--\$-->)+<div[^>]*><section[^>]*><h2[^>]*>Order Submitted!</);
    expect(page.text).not.toContain(person.name);
    expect(page.get('Cache-Control')).toBe('no-store');
  });

  test("its result is shown on its plan's page only, for 15 minutes", async () => {
    const reference = (await postForm(typed).expect(303)).get('X-Reference') ?? '';
    const shown = async (path: string) =>
      (await request(site.url).get(`${path}?submitted=${reference}`).expect(200)).text.includes(reference);
    expect(await shown('/server-hosting')).toBe(true);
    expect(await shown('/shared-hosting')).toBe(false);
    receivedEarlier(site.dataDirectory, reference, 16 * 60_000);
    expect(await shown('/server-hosting')).toBe(false);
  });

  test('a client address over the limit of results is redirected to the ordinary page, others are not', async () => {
    const reference = (await postForm(typed).expect(303)).get('X-Reference') ?? '';
    const result = (address: string) =>
      request(site.url).get('/server-hosting').query({ submitted: reference }).set('X-Forwarded-For', address);
    const address = newAddress();
    for (let time = 0; time < 60; time++) expect((await result(address).expect(200)).text).toContain(reference);
    await result(address).expect(303).expect('Location', '/server-hosting');
    expect((await result(newAddress()).expect(200)).text).toContain(reference);
    // Requests from another site's page are redirected too, and do not count against the visitor.
    const visitor = newAddress();
    for (let time = 0; time < 61; time++)
      await result(visitor).set('Sec-Fetch-Site', 'cross-site').expect(303).expect('Location', '/server-hosting');
    expect((await result(visitor).expect(200)).text).toContain(reference);
  });

  test('of many simultaneous posts some get 503 with Retry-After; all simultaneous results are shown', async () => {
    const posts = await Promise.all(Array.from({ length: 60 }, () => postForm({ ...typed, phone: '1' })));
    const statuses = posts.map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([400, 503]));
    const busy = posts.find(({ status }) => status === 503);
    expect(busy?.get('Retry-After')).toBe('5');
    expect(busy?.text).toContain('<h1>We are very busy just now</h1>');
    for (const way of ['tel:', 'mailto:', 'https://wa.me/']) expect(busy?.text).toContain(`href="${way}`);

    const reference = (await postForm(typed).expect(303)).get('X-Reference') ?? '';
    const results = await Promise.all(
      Array.from({ length: 60 }, () =>
        request(site.url).get('/server-hosting').query({ submitted: reference }).set('X-Forwarded-For', newAddress()),
      ),
    );
    for (const { status, text } of results) {
      expect([status, text.includes('Order Submitted!'), text.includes(reference)]).toEqual([200, true, true]);
      expect(text).not.toContain(person.name);
    }
    expect(results.some(({ text }) => !text.includes('CXN14'))).toBe(true);
  });

  test('is stored once if the same address repeats it, and again if the address or a field differs', async () => {
    const address = newAddress();
    const first = await postForm(typed, address).expect(303);
    const before = stored().length;
    for (let time = 0; time < 5; time++)
      expect((await postForm(typed, address).expect(303)).get('Location')).toBe(first.get('Location'));
    expect(stored()).toHaveLength(before);
    await postForm({ ...typed, message: 'Another' }, address).expect(303);
    await postForm(typed).expect(303);
    expect(stored()).toHaveLength(before + 2);
  });

  test('with invalid fields gets 400 with the dialog open, messages beside the fields and the typed text', async () => {
    const before = stored().length;
    const bad = { ...typed, name: 'N', email: '"><script>alert(1)</script>', phone: '123' };
    const { text: html } = await postForm(bad).expect(400).expect('Content-Type', /html/);
    expect(html).toMatch(/<dialog[^>]* open/);
    expect(html).toContain('Order CXN3');
    for (const message of [
      'Name must be at least 2 characters',
      'Invalid email address',
      'Phone number must be at least 10 digits',
    ]) {
      const id = new RegExp(`id="([^"]+)"[^>]*>${message}<`).exec(html)?.[1];
      expect(html).toMatch(new RegExp(`<input[^>]*aria-invalid="true"[^>]*aria-describedby="${id}"`));
    }
    expect(html).toMatch(/<input[^>]*name="name"[^>]*value="N"/);
    expect(html).toMatch(/<input[^>]*value="Quagga Logistics"/);
    expect(html).toContain('First line');
    expect(html).not.toContain('<script>alert');
    expect(stored()).toHaveLength(before);
  });

  test('with a choice that its plan does not offer gets 400 with the message beside the field', async () => {
    const before = stored().length;
    const choices = { billing: 'yearly', dataCentre: 'Durban', operatingSystem: 'Debian 13' };
    const { text: html } = await postForm({ ...typed, plan: 'CXN1', ...choices }).expect(400);
    const id = /id="([^"]+)"[^>]*>Please choose one of the listed options</.exec(html)?.[1];
    expect(html).toMatch(
      new RegExp(`<select[^>]*name="dataCentre"[^>]*aria-invalid="true"[^>]*aria-describedby="${id}"`),
    );
    expect(html).toMatch(/<option[^>]*value="yearly"[^>]* selected|<option[^>]* selected[^>]*value="yearly"/);
    expect(html).toMatch(/<option[^>]*value="Debian 13"[^>]* selected|<option[^>]* selected[^>]*value="Debian 13"/);
    // A plan without a yearly price, and one without data centres.
    for (const fields of [
      { plan: 'CXN2', billing: 'yearly' },
      { plan: 'shared-starter', dataCentre: 'Cape Town' },
    ])
      expect((await postForm({ ...typed, ...fields }).expect(400)).text).toContain('Failed to submit order.');
    expect(stored()).toHaveLength(before);
  });

  test('for a plan without a shown price says Contact for Pricing', async () => {
    const answer = await postForm({ ...typed, plan: 'shared-starter' }).expect(303);
    expect(answer.get('Location')).toMatch(/^\/shared-hosting\?submitted=/);
    expect(stored().at(-1)?.message).toContain('Price: Contact for Pricing');
  });
});

describe('a refused plain form order gets the hosting page with the dialog open and the typed text:', () => {
  let before: number;
  beforeEach(() => {
    before = stored().length;
  });
  afterEach(() => {
    expect(stored()).toHaveLength(before);
  });

  const failure = 'Failed to submit order. Please try again or contact us directly.';
  const expectPage = ({ text: html, type }: Response, message: string) => {
    expect(type).toBe('text/html');
    expect(html).toMatch(/<dialog[^>]* open/);
    expect(html).toContain('Order CXN3');
    for (const kept of [person.name, person.email, person.phone, person.company])
      expect(html).toMatch(new RegExp(`<input[^>]*value="${kept.replace('+', '\\+')}"`));
    expect(/<textarea[^>]*>([^<]*)</.exec(html)?.[1]?.trim()).toBe(message);
  };
  /** The answer if no field is invalid: the failure text and other ways to contact the company. */
  const expectFailure = (answer: Response, message: string) => {
    expectPage(answer, message);
    for (const shown of [failure, 'tel:', 'mailto:', 'https://wa.me/']) expect(answer.text).toContain(shown);
  };

  test.each([
    ['from another site', { Origin: 'https://evil.example' }],
    ['with an opaque origin', { Origin: 'null' }],
    ['by a cross-site navigation', { 'Sec-Fetch-Site': 'cross-site' }],
  ])('403: a post %s', async (_what, headers) => {
    expectFailure(
      await postForm({ ...typed, message: 'kept' })
        .set(headers)
        .expect(403),
      'kept',
    );
  });

  test('403: the captcha is enforced', async () => {
    expectFailure(await postForm({ ...typed, message: 'kept' }, newAddress(), strict).expect(403), 'kept');
    expect(storedIn(strict.dataDirectory)).toHaveLength(0);
  });

  test('413: a body over 16 KiB, with the message of the field that is too long', async () => {
    const message = 'm'.repeat(17_000);
    const answer = await postForm({ ...typed, message }).expect(413);
    expectPage(answer, message);
    expect(answer.text).toMatch(/<textarea[^>]*aria-invalid="true"/);
    expect(answer.text).toContain('>Requirements must be at most 1000 characters<');
    expect(answer.text).not.toContain(failure);
  });

  test('413: a body over 16 KiB that breaks no rule of a field', async () => {
    expectFailure(await postForm({ ...typed, message: `kept${' '.repeat(17_000)}` }).expect(413), 'kept');
  });

  test('413: the largest body that is read, and one byte more without the typed text', async () => {
    const message = 'm'.repeat(limits.readPlainForm - new URLSearchParams({ ...typed, message: '' }).toString().length);
    expectPage(await postForm({ ...typed, message }).expect(413), message);
    await postForm({ ...typed, message: `${message}m` }).expect(413, /Your text is too long/);
  });

  test('400: more than twenty fields', async () => {
    const more = Object.fromEntries(Array.from({ length: 20 }, (_, n) => [`f${n}`, '']));
    expectFailure(await postForm({ ...typed, ...more, message: 'kept' }).expect(400), 'kept');
  });

  test('429: over the limit', async () => {
    const address = newAddress();
    for (let time = 0; time < 3; time++) await postForm({ ...typed, phone: '1' }, address).expect(400);
    const answer = await postForm({ ...typed, message: 'number four' }, address).expect(429);
    expect(Number(answer.get('Retry-After'))).toBeGreaterThan(0);
    expectFailure(answer, 'number four');
  });

  test('503: the store cannot be written; later the same post is stored', async () => {
    await withFullDisk(site.dataDirectory, async () => {
      const answer = await postForm({ ...typed, message: 'kept', dataCentre: 'Cape Town' }).expect(503);
      expectFailure(answer, 'kept');
      expect(answer.text).toMatch(
        /<option[^>]*value="Cape Town"[^>]* selected|<option[^>]* selected[^>]*value="Cape Town"/,
      );
    });
    await postForm({ ...typed, message: 'kept' }).expect(303);
    before += 1;
  });
});

describe('a plain form post without a known plan gets a readable page:', () => {
  const expectReadable = (answer: Response, heading: string) => {
    expect(answer.get('Content-Type')).toBe('text/html; charset=utf-8');
    expect(answer.get('Content-Security-Policy')).toMatch(/default-src 'none'/);
    expect(answer.text).toContain(`<h1>${heading}</h1>`);
    for (const way of ['tel:', 'mailto:', 'https://wa.me/']) expect(answer.text).toContain(`href="${way}`);
  };

  test.each([
    ['that does not exist', { ...typed, plan: 'CXN99' }],
    ['that is missing', person],
    ['that is missing like all else', {}],
  ])('400: a plan %s, with links to the hosting pages', async (_what, fields) => {
    const answer = await postForm(fields).expect(400);
    expectReadable(answer, 'Please choose a plan again');
    for (const { path } of families) expect(answer.text).toContain(`href="${path}"`);
  });

  test('413: a body that is too large to read', async () => {
    const answer = await postForm({ ...typed, message: 'm'.repeat(200_000) }).expect(413);
    expectReadable(answer, 'Your text is too long');
    expect(answer.text).not.toContain('mmmm');
  });
});

test('an unknown reference shows no result', async () => {
  for (const reference of ['00000-00000', 'x', '<b>'])
    expect(
      (await request(site.url).get('/server-hosting').query({ submitted: reference }).expect(200)).text,
    ).not.toContain('Order Submitted!');
});

test.each([
  '?submitted=AAAAA-AAAAA&submitted=2',
  '?submitted=2&submitted=AAAAA-AAAAA',
  '??submitted=AAAAA-AAAAA',
  `?${'a=1&'.repeat(1100)}submitted=AAAAA-AAAAA`,
])('several references, and other queries with one, show the ordinary page: %p', async (query) => {
  const { body, status } = await rawRequest(`${site.url}/server-hosting${query}`);
  expect(status).toBe(200);
  expect(body.toString()).not.toContain('Order Submitted!');
});
