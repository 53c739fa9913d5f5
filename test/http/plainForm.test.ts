import { createHash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import request, { type Response } from 'supertest';
import { families } from '../../shared/hosting/catalogue.ts';
import { limits } from '../../shared/submission.ts';
import { submissionKey } from '../../shared/submissionKey.ts';
import { rawRequest } from '../helpers/network/rawRequest.ts';
import { startApp } from '../helpers/site/app.ts';
import { receivedEarlier, storedIn, withFullDisk } from '../helpers/store/stored.ts';
import { untilEnd } from '../helpers/untilEnd.ts';
import { post, postForm, referenceOf, rowOf } from '../helpers/visitor/posts.ts';
import { newAddress, orderOf, person } from '../helpers/visitor/visitor.ts';

const site = await untilEnd(startApp({ TRUST_PROXY: '1' }));

const typed = { ...person, message: 'First line\r\nsecond line', plan: 'CXN3' };
const ways = ['href="tel:', 'href="mailto:', 'href="https://wa.me/'];
function stored() {
  return storedIn(site.dataDirectory);
}
async function submitted(): Promise<string> {
  return referenceOf(await postForm(site, typed).expect(303));
}
function result(reference: string, from = newAddress(), path = '/server-hosting') {
  return request(site.url).get(path).query({ submitted: reference }).set('X-Forwarded-For', from).redirects(0);
}
/** The message about a field is tied to it. */
function expectBeside(html: string, name: string, message: string): void {
  const id = new RegExp(`id="([^"]+)"[^>]*>${message}<`).exec(html)?.[1];
  const attributes = [`name="${name}"`, 'aria-invalid="true"', `aria-describedby="${id}"`];
  expect(html).toMatch(new RegExp(`<\\w+${attributes.map((attribute) => `(?=[^>]* ${attribute})`).join('')}`));
}
function selected(value: string): RegExp {
  return new RegExp(`<option[^>]*value="${value}"[^>]* selected|<option[^>]* selected[^>]*value="${value}"`);
}

describe('an order posted as a plain form', () => {
  test('is stored like an order by script and redirects with 303 to its result on the hosting page', async () => {
    const answer = await postForm(site, typed).expect(303);
    const reference = referenceOf(answer);
    expect(answer.get('Location')).toBe(`/server-hosting?submitted=${reference}#main`);
    const order = orderOf('CXN3', 'First line\nsecond line');
    expect(rowOf(site, reference)).toMatchObject({ kind: 'order', plan_id: 'CXN3', ...order });
    const page = await result(reference).expect(200).expect('Cache-Control', 'no-store');
    expect(page.text).toContain('We&#x27;ll contact you shortly to confirm your order.');
    expect(page.text).toMatch(new RegExp(`<title>Order Submitted! ${reference} \\|`));
    expect(page.text).toMatch(/<main id="main"[^>]*>(<!--\$-->)+<div[^>]*><section[^>]*><h2[^>]*>Order Submitted!</);
    expect(/<main.*<\/main>/s.exec(page.text)?.[0]).toContain(reference);
    expect(page.text).not.toContain(person.name);
  });

  test("its address is stored in ASCII, and the visitor's words about a price stay as they are", async () => {
    const message = 'We had the CXN1 plan (R124).';
    const order = { ...typed, plan: 'CXN1', billing: 'yearly', email: 'jan@müller.de', message };
    const row = rowOf(site, referenceOf(await postForm(site, order).expect(303)));
    expect(row?.email).toBe('jan@xn--mller-kva.de');
    expect(row?.message).toContain('Price: R750 per year');
    expect(row?.message).toContain(`Additional Requirements:\n${message}\n`);
    const refused = await postForm(site, { ...order, phone: '1' }).expect(400);
    expect(refused.text).toContain('value="jan@müller.de"');
  });

  test("its result is shown on its plan's page only, for 15 minutes", async () => {
    const reference = await submitted();
    const isShownOn = async (path: string) =>
      (await result(reference, newAddress(), path).expect(200)).text.includes(reference);
    expect(await isShownOn('/server-hosting')).toBe(true);
    expect(await isShownOn('/shared-hosting')).toBe(false);
    receivedEarlier(site.dataDirectory, reference, 16 * 60_000);
    expect(await isShownOn('/server-hosting')).toBe(false);
  });

  test('with a key of its form is stored once, also if a script sends the same, and again if a field differs', async () => {
    const key = '1-22-333-4444';
    const texts = { ...typed, company: 'Keyed' };
    const first = referenceOf(await postForm(site, { ...texts, key }).expect(303));
    expect(referenceOf(await postForm(site, { ...texts, key }).expect(303))).toBe(first);
    const order = { ...orderOf('CXN3', 'First line\nsecond line'), company: 'Keyed' };
    const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
    const scripts = { key: submissionKey(key, order, sha256) };
    expect(scripts.key).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(referenceOf(await post(site, order, scripts).expect(200))).toBe(first);
    await post(site, { ...order, company: 'Other' }, scripts).expect(422);
    const other = referenceOf(await postForm(site, { ...texts, company: 'Keyed too', key }).expect(303));
    expect(other).not.toBe(first);
    // What is no key counts as absent.
    const from = newAddress();
    const without = await postForm(site, { ...texts, key: 'x' }, { from }).expect(303);
    expect(referenceOf(await postForm(site, texts, { from }).expect(303))).toBe(referenceOf(without));
  });

  test('is stored once if the same address repeats it, and again if the address or a field differs', async () => {
    const from = newAddress();
    const first = await postForm(site, typed, { from }).expect(303);
    const before = stored().length;
    for (let time = 0; time < 5; time++)
      expect((await postForm(site, typed, { from }).expect(303)).get('Location')).toBe(first.get('Location'));
    expect(stored()).toHaveLength(before);
    await postForm(site, { ...typed, message: 'Another' }, { from }).expect(303);
    await postForm(site, typed).expect(303);
    expect(stored()).toHaveLength(before + 2);
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

  const kept = { ...typed, message: 'kept' };
  const failure = 'Failed to submit order. Please try again or contact us directly.';
  const expectPage = ({ text: html, type }: Response, message: string) => {
    expect(type).toBe('text/html');
    expect(html).toMatch(/<dialog[^>]* open/);
    expect(html).toContain('Order CXN3');
    for (const value of [person.name, person.email, person.phone, person.company])
      expect(html).toMatch(new RegExp(`<input[^>]*value="${value.replace('+', '\\+')}"`));
    expect(/<textarea[^>]*>([^<]*)</.exec(html)?.[1]?.trim()).toBe(message);
  };
  /** The answer if no field is invalid: the failure text and other ways to contact the company. */
  const expectFailure = (answer: Response, message = 'kept') => {
    expectPage(answer, message);
    for (const shown of [failure, ...ways]) expect(answer.text).toContain(shown);
  };

  test('400: invalid fields, with messages beside them', async () => {
    const bad = { ...typed, name: 'N', email: '"><script>alert(1)</script>', phone: '123' };
    const { text: html } = await postForm(site, bad).expect(400).expect('Content-Type', /html/);
    expect(html).toMatch(/<dialog[^>]* open/);
    expectBeside(html, 'name', 'Name must be at least 2 characters');
    expectBeside(html, 'email', 'Invalid email address');
    expectBeside(html, 'phone', 'Phone number must be at least 10 digits');
    for (const kept of [/name="name"[^>]*value="N"/, /value="Quagga Logistics"/, /First line/])
      expect(html).toMatch(kept);
    expect(html).not.toContain('<script>alert');
  });

  test('400: a choice that its plan does not offer, with the message beside it', async () => {
    const choices = { billing: 'yearly', dataCentre: 'Durban', operatingSystem: 'Debian 13' };
    const { text: html } = await postForm(site, { ...typed, plan: 'CXN1', ...choices }).expect(400);
    expectBeside(html, 'dataCentre', 'Please choose one of the listed options');
    for (const chosen of ['yearly', 'Debian 13']) expect(html).toMatch(selected(chosen));
    // A plan without data centres has no field beside which a message could be.
    const other = await postForm(site, { ...typed, plan: 'shared-starter', dataCentre: 'Durban' }).expect(400);
    expect(other.text).toContain(failure);
  });

  test.each<[number, string, Record<string, string>, Record<string, string>]>([
    [403, 'a post from another site', {}, { Origin: 'https://evil.example' }],
    [403, 'a post with an opaque origin', {}, { Origin: 'null' }],
    [403, 'a post by a cross-site navigation', {}, { 'Sec-Fetch-Site': 'cross-site' }],
    [413, 'a body over 16 KiB that breaks no rule of a field', { message: `kept${' '.repeat(17_000)}` }, {}],
    [400, 'over twenty fields', Object.fromEntries(Array.from({ length: 20 }, (_, n) => [`f${n}`, ''])), {}],
    [400, 'a price a year of a plan that has none', { billing: 'yearly' }, {}],
  ])('%i: %s', async (status, _what, fields, headers) => {
    expectFailure(
      await postForm(site, { ...kept, ...fields })
        .set(headers)
        .expect(status),
    );
  });

  test('413: a field that is too long, in the largest body that is read; in a larger one without its text', async () => {
    const rest = new URLSearchParams({ ...typed, message: '' }).toString();
    const message = 'm'.repeat(limits.readPlainForm - rest.length);
    const answer = await postForm(site, { ...typed, message }).expect(413);
    expectPage(answer, message);
    expect(answer.text).toMatch(/<textarea[^>]*aria-invalid="true"/);
    expect(answer.text).toContain('>Requirements must be at most 1000 characters<');
    expect(answer.text).not.toContain(failure);
    const larger = await postForm(site, { ...typed, message: `${message}m` }).expect(413);
    expectReadable(larger, 'Your text is too long');
    expect(larger.text).not.toContain('mmmm');
  });

  test('503: the store cannot be written; later the same post is stored', async () => {
    await withFullDisk(site.dataDirectory, async () => {
      const answer = await postForm(site, { ...kept, dataCentre: 'Cape Town' }).expect(503);
      expectFailure(answer);
      expect(answer.text).toMatch(selected('Cape Town'));
    });
    await postForm(site, kept).expect(303);
    before += 1;
  });
});

function expectReadable(answer: Response, heading: string): void {
  expect(answer.get('Content-Type')).toBe('text/html; charset=utf-8');
  expect(answer.get('Content-Security-Policy')).toMatch(/default-src 'none'/);
  for (const shown of [`<h1>${heading}</h1>`, ...ways]) expect(answer.text).toContain(shown);
}

test.each<[string, Record<string, string>]>([
  ['does not exist', { ...typed, plan: 'CXN99' }],
  ['is missing', person],
  ['is missing like all else', {}],
])('400: a plan that %s gets a readable page with links to the hosting pages', async (_what, fields) => {
  const answer = await postForm(site, fields).expect(400);
  expectReadable(answer, 'Please choose a plan again');
  for (const { path } of families) expect(answer.text).toContain(`href="${path}"`);
});

test.each([
  ...['00000-00000', 'x', '%3Cb%3E'].map((reference) => `?submitted=${reference}`),
  '?submitted=AAAAA-AAAAA&submitted=2',
  '?submitted=2&submitted=AAAAA-AAAAA',
  '??submitted=AAAAA-AAAAA',
  `?${'a=1&'.repeat(1100)}submitted=AAAAA-AAAAA`,
])('an unknown reference, several, and other queries with one show the ordinary page: %p', async (query) => {
  const { body, status } = await rawRequest(`${site.url}/server-hosting${query}`);
  expect(status).toBe(200);
  expect(body.toString()).not.toContain('Order Submitted!');
});
