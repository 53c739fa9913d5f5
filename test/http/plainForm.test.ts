import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import request, { type Response } from 'supertest';
import { families } from '../../shared/hosting/catalogue.ts';
import { limits } from '../../shared/submission.ts';
import { startApp } from '../helpers/site/app.ts';
import { receivedEarlier, storedIn } from '../helpers/store/stored.ts';
import { untilEnd } from '../helpers/untilEnd.ts';
import { postForm, referenceOf, rowOf } from '../helpers/visitor/posts.ts';
import { newAddress, orderOf, person } from '../helpers/visitor/visitor.ts';

const site = await untilEnd(startApp({ TRUST_PROXY: '1' }));
const typed = { ...person, message: 'First line\r\nsecond line', plan: 'CXN3' };
const ways = ['href="tel:', 'href="mailto:', 'href="https://wa.me/'];
function stored() {
  return storedIn(site.dataDirectory);
}
function result(reference: string, path = '/server-hosting') {
  return request(site.url).get(path).query({ submitted: reference }).set('X-Forwarded-For', newAddress()).redirects(0);
}
/** Expects that the field is marked as invalid, and that this message describes the field. */
function expectBeside(html: string, name: string, message: string): void {
  const id = new RegExp(`id="([^"]+)"[^>]*>${message}<`).exec(html)?.[1];
  const attributes = [`name="${name}"`, 'aria-invalid="true"', `aria-describedby="${id}"`];
  expect(html).toMatch(new RegExp(`<\\w+${attributes.map((attribute) => `(?=[^>]* ${attribute})`).join('')}`));
}
function selected(value: string): RegExp {
  return new RegExp(`<option[^>]*value="${value}"[^>]* selected|<option[^>]* selected[^>]*value="${value}"`);
}

test('a plain order is stored like an order by script and redirects with 303 to its result on the hosting page', async () => {
  const answer = await postForm(site, typed).expect(303);
  const reference = referenceOf(answer);
  expect(answer.get('Location')).toBe(`/server-hosting?submitted=${reference}#main`);
  const order = orderOf('CXN3', 'First line\nsecond line');
  expect(rowOf(site, reference)).toMatchObject({ kind: 'order', plan_id: 'CXN3', ...order });
  const { text } = await result(reference).expect(200).expect('Cache-Control', 'no-store');
  expect(text).toContain('>VPS Server Hosting: CXN3</a>');
  expect(text).toContain('We&#x27;ll contact you shortly to confirm your order.');
  expect(text).toMatch(new RegExp(`<title>Order Submitted! ${reference} \\|`));
  expect(text).toMatch(/<main id="main"[^>]*>(<!--\$-->)+<div[^>]*><section[^>]*><h2[^>]*>Order Submitted!</);
  expect(/<main.*<\/main>/s.exec(text)?.[0]).toContain(reference);
  expect(text).not.toContain(person.name);
});

test("the result of a plain order is shown on its plan's page only, for 15 minutes", async () => {
  const reference = referenceOf(await postForm(site, typed).expect(303));
  const isShownOn = async (path: string) => (await result(reference, path).expect(200)).text.includes(reference);
  expect(await isShownOn('/server-hosting')).toBe(true);
  expect(await isShownOn('/shared-hosting')).toBe(false);
  for (const isYoung of [true, false]) {
    receivedEarlier(site.dataDirectory, reference, isYoung ? 14 * 60_000 : 2 * 60_000);
    expect(await isShownOn('/server-hosting')).toBe(isYoung);
  }
  for (const none of ['00000-00000', 'x', '<b>'])
    expect((await result(none).expect(200)).text).not.toContain('Order Submitted!');
});

test('a plain order without a key is stored once if the same address repeats it, and again if the address or a field differs', async () => {
  const from = newAddress();
  const first = await postForm(site, typed, { from }).expect(303);
  const before = stored().length;
  // A form with an invalid form key is treated like a form without a form key.
  for (const fields of [typed, { ...typed, key: 'x' }])
    expect((await postForm(site, fields, { from }).expect(303)).get('Location')).toBe(first.get('Location'));
  expect(stored()).toHaveLength(before);
  await postForm(site, { ...typed, message: 'Another' }, { from }).expect(303);
  await postForm(site, typed).expect(303);
  expect(stored()).toHaveLength(before + 2);
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
  /** Expects a page with the text for a failure, the other ways to contact the company, and what the visitor has typed. */
  const expectFailure = (answer: Response) => {
    expectPage(answer, 'kept');
    for (const shown of [failure, ...ways]) expect(answer.text).toContain(shown);
  };

  test('400: invalid fields, with messages beside them', async () => {
    const bad = { ...typed, name: 'N', email: '"><script>alert(1)</script>', phone: '123' };
    const { text: html } = await postForm(site, bad).expect(400).expect('Content-Type', /html/);
    expect(html).toMatch(/<dialog[^>]* open/);
    expectBeside(html, 'name', 'Name must be at least 2 characters');
    expectBeside(html, 'email', 'Invalid email address');
    expectBeside(html, 'phone', 'Phone number must be at least 10 digits');
    for (const text of [/name="name"[^>]*value="N"/, /value="Quagga Logistics"/, /First line/])
      expect(html).toMatch(text);
    expect(html).not.toContain('<script>alert');
    const [, state = ''] = /<script id="page-state"[^>]*>(.*?)<\/script>/s.exec(html) ?? [];
    expect(state).not.toContain('<');
    expect(JSON.parse(state).store.submission.CXN3.values).toMatchObject({ name: 'N', email: bad.email });
  });

  test('400: a choice that its plan does not offer, with the message beside it', async () => {
    const choices = { billing: 'yearly', dataCentre: 'Durban', operatingSystem: 'Debian 13' };
    const { text: html } = await postForm(site, { ...typed, plan: 'CXN1', ...choices }).expect(400);
    expectBeside(html, 'dataCentre', 'Please choose one of the listed options');
    for (const chosen of ['yearly', 'Debian 13']) expect(html).toMatch(selected(chosen));
  });

  test.each<[number, string, Record<string, string>, Record<string, string>]>([
    [403, 'a post from another site', {}, { Origin: 'https://evil.example' }],
    [403, 'a post by a cross-site navigation', {}, { 'Sec-Fetch-Site': 'cross-site' }],
    [413, 'a body over 16 KiB that breaks no rule of a field', { message: `kept${' '.repeat(17_000)}` }, {}],
    [400, 'a price a year of a plan that has none', { billing: 'yearly' }, {}],
  ])('%i: %s', async (status, _what, fields, headers) => {
    const posted = postForm(site, { ...kept, ...fields });
    expectFailure(await posted.set(headers).expect(status));
  });

  test('413: a field that is too long; the page keeps the text unless the body is larger than the server reads', async () => {
    const rest = new URLSearchParams({ ...typed, message: '' }).toString();
    const message = 'm'.repeat(limits.readPlainForm - rest.length);
    const answer = await postForm(site, { ...typed, message }).expect(413);
    expectPage(answer, message);
    expectBeside(answer.text, 'message', 'Requirements must be at most 1000 characters');
    expect(answer.text).not.toContain(failure);
    const larger = await postForm(site, { ...typed, message: `${message}m` }).expect(413);
    expectReadable(larger, 'Your text is too long');
    expect(larger.text).not.toContain('mmmm');
  });
});

function expectReadable(answer: Response, heading: string): void {
  expect(answer.get('Content-Type')).toBe('text/html; charset=utf-8');
  for (const shown of [`<h1>${heading}</h1>`, ...ways]) expect(answer.text).toContain(shown);
}

test.each<[string, Record<string, string>]>([
  ['does not exist', { ...typed, plan: 'CXN99' }],
  ['is missing', person],
])('400: a plan that %s gets a readable page with links to the hosting pages', async (_what, fields) => {
  const answer = await postForm(site, fields).expect(400);
  expectReadable(answer, 'Please choose a plan again');
  for (const { path } of families) expect(answer.text).toContain(`href="${path}"`);
});
