import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import request from 'supertest';
import { referencePattern } from '../../server/lib/reference.ts';
import { databaseFile } from '../../server/outbox/sqlite/sqliteDatabase.ts';
import { endpoints } from '../../shared/paths.ts';
import { startApp } from '../helpers/site/app.ts';
import { runInFile, storedIn, withFullDisk } from '../helpers/store/stored.ts';
import { untilEnd } from '../helpers/untilEnd.ts';
import { post, postForm, referenceOf, rowOf, submit } from '../helpers/visitor/posts.ts';
import { contactMessage, newAddress, newKey, orderOf, person, submissionsPath } from '../helpers/visitor/visitor.ts';

// The server trusts one proxy. So each post can name an IP address of its own in X-Forwarded-For.
const site = await untilEnd(startApp({ TRUST_PROXY: '1' }));
const limited = await untilEnd(startApp({ TRUST_PROXY: '1', SUBMISSION_LIMIT: '3', SUBMISSION_WINDOW_SECONDS: '600' }));

function stored() {
  return storedIn(site.dataDirectory);
}
const { name, email, message } = contactMessage;
const limitedFile = databaseFile(limited.dataDirectory);

test.each<[string, unknown, object]>([
  ['a contact message', contactMessage, { kind: 'contact', ...contactMessage }],
  ['a message without company and phone', { name, email, message }, { company: '', phone: '' }],
  ['an order', orderOf('CXN3', 'Two of them'), { kind: 'order', plan_id: 'CXN3' }],
  ['a body of 16 KiB', JSON.stringify(contactMessage).padEnd(16_384), contactMessage],
])('%s is stored and answered with a reference', async (_what, body, row) => {
  const answer = await post(site, body).expect(200, { success: true });
  expect(referenceOf(answer)).toMatch(referencePattern);
  expect(rowOf(site, referenceOf(answer))).toMatchObject(row);
});

test('a replay writes nothing, and a client may send 60 of them in ten minutes beside its other posts', async () => {
  const options = { from: newAddress(), key: newKey() };
  const first = await submit(limited, contactMessage, options);
  // A write to the submission would now fail.
  const trigger = 'CREATE TRIGGER no_update BEFORE UPDATE ON submissions';
  runInFile(limitedFile, `${trigger} BEGIN SELECT RAISE(ABORT, 'written'); END`);
  for (let time = 0; time < 60; time++) expect(await submit(limited, contactMessage, options)).toBe(first);
  const refused = await post(limited, contactMessage, options).expect(429);
  expect(refused.get('Retry-After')).toMatch(/^\d+$/);
  await post(limited, contactMessage, { ...options, from: newAddress() }).expect(200);
  await post(limited, contactMessage, { from: options.from, key: newKey() }).expect(200);
  runInFile(limitedFile, 'DROP TRIGGER no_update');
});

test.each([
  ['of the site', { Origin: site.url, 'Sec-Fetch-Site': 'same-origin' }],
  ['of no page', { 'Sec-Fetch-Site': 'none' }],
  // This is what browsers send with a plain form if a proxy has added `Referrer-Policy: no-referrer`.
  ['of the site with an opaque origin', { Origin: 'null', 'Sec-Fetch-Site': 'same-origin' }],
])('posts %s are taken, with a media type in any letter case', async (_what, headers) => {
  const byScript = { ...headers, 'Content-Type': 'Application/JSON; charset=UTF-8' };
  await post(site).set(byScript).expect(200);
  const form = { ...person, plan: 'CXN3', message: JSON.stringify(headers) };
  await postForm(site, form).set(headers).expect(303);
});

test('a repeated Idempotency-Key with the same body returns the same reference and stores once, with another body gets 422', async () => {
  const options = { key: newKey() };
  const first = await submit(site, contactMessage, options);
  const before = stored().length;
  expect(await submit(site, { ...contactMessage, name: ` ${name} ` }, options)).toBe(first);
  for (const other of [{ name: 'Somebody Else' }, { message: 'Another message altogether.' }])
    await post(site, { ...contactMessage, ...other }, options).expect(422);
  expect(stored()).toHaveLength(before);
});

describe('a refused submission is not stored:', () => {
  let before: number;
  beforeEach(() => {
    before = stored().length;
  });
  afterEach(() => {
    expect(stored()).toHaveLength(before);
  });
  const aText = expect.any(String);

  const noText = { name: undefined, email: ['jo@visitor.example'], company: null, phone: 278, message: { text: 'x' } };
  test.each<[string, object, object]>([
    ['fields that are no text', noText, { name: aText, email: aText, company: aText, phone: aText, message: aText }],
    [
      'a message that breaks a rule',
      { name: 'N\0', email: 'nobody', company: 'C'.repeat(101), phone: '1'.repeat(21), message: 'Too short' },
      {
        name: 'Name contains characters that cannot be used',
        email: 'Invalid email address',
        company: 'Company name must be less than 100 characters',
        phone: 'Phone number must be less than 20 characters',
        message: 'Message must be at least 10 characters',
      },
    ],
  ])('400: %s', async (_what, body, fields) => {
    const answer = await post(site, { ...contactMessage, ...body }).expect(400);
    expect(answer.body).toEqual({ success: false, error: aText, fields });
  });

  const { name: _name, ...nameless } = contactMessage;
  test.each<[number, string, Record<string, string>, unknown?]>([
    [400, 'a body that is not JSON', {}, 'name=Jo'],
    [400, 'an empty body', {}, ''],
    [400, 'an array', {}, '[]'],
    [400, 'null', {}, 'null'],
    [400, 'a name in __proto__', {}, `{"__proto__":{"name":"Jo Evil"},${JSON.stringify(nameless).slice(1)}`],
    [400, 'an Idempotency-Key that is no UUID', { 'Idempotency-Key': 'again' }],
    [403, 'a post of a page of another site', { Origin: 'https://evil.example' }],
    [403, 'a post of an opaque origin', { Origin: 'null' }],
    [403, "a post of an opaque origin on another site's page", { Origin: 'null', 'Sec-Fetch-Site': 'cross-site' }],
    [403, 'a post of an opaque origin that no page has sent', { Origin: 'null', 'Sec-Fetch-Site': 'none' }],
    [403, 'a post that claims to be ours', { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'same-origin' }],
    [403, 'a cross-site post', { 'Sec-Fetch-Site': 'cross-site' }],
    [403, 'a same-site post', { 'Sec-Fetch-Site': 'same-site' }],
    [413, 'a body of 16 KiB and a byte', {}, JSON.stringify(contactMessage).padEnd(16_385)],
    [415, 'plain text', { 'Content-Type': 'text/plain' }],
    [415, 'a form with parts', { 'Content-Type': 'multipart/form-data; boundary=x' }],
    [415, 'JSON in an unknown charset', { 'Content-Type': 'application/json; charset=klingon' }],
    [415, 'JSON in an unknown coding', { 'Content-Encoding': 'zoo' }],
  ])('%i: %s', async (status, _what, headers, body = contactMessage) => {
    const answer = await post(site, body).set(headers).expect(status);
    expect(answer.body).toMatchObject({ success: false, error: aText });
    expect(answer.text).not.toMatch(/SyntaxError|node_modules|Unexpected token/);
  });

  test.each(['get', 'put', 'delete', 'patch', 'options'] as const)('405: %s', async (method) => {
    const asked = request(site.url)[method](submissionsPath);
    await asked.expect(405).expect('Cache-Control', 'no-store').expect('Allow', 'POST');
  });

  test('503: the store cannot be written; later the same key works', async () => {
    const key = newKey();
    await withFullDisk(site.dataDirectory, async () => {
      const answer = await post(site, contactMessage, { key }).expect(503);
      expect(answer.body).toEqual({ success: false, error: aText });
      expect(answer.text).not.toMatch(/disk|SQLITE/i);
    });
    await post(site, contactMessage, { key }).expect(200);
    before += 1;
  });
});

const postFrom = (from: string, body?: unknown) => post(limited, body, { from });

test('the rate limit counts refused posts too and each address separately, answers 429 with Retry-After and RateLimit, and lets a replay pass', async () => {
  const [address, key] = [newAddress(), newKey()];
  await post(limited, contactMessage, { from: address, key }).expect(200);
  await postFrom(address, {}).expect(400);
  const last = await postFrom(address, { ...contactMessage, email: '' }).expect(400);
  expect(last.get('RateLimit')).toMatch(/r=0/);
  const before = storedIn(limited.dataDirectory).length;
  const answer = await postFrom(address).expect(429);
  expect(answer.body).toEqual({ success: false, error: expect.any(String) });
  const retryAfter = Number(answer.get('Retry-After'));
  expect(retryAfter > 0 && retryAfter <= 600).toBe(true);
  expect(answer.get('RateLimit')).toMatch(/r=0; ?t=\d+/);
  await post(limited, contactMessage, { from: address, key }).expect(200);
  expect(storedIn(limited.dataDirectory)).toHaveLength(before);
  await postFrom(newAddress()).expect(200);
});

// A shared cache would hand one challenge to all, and its solution counts once.
const challenge = () => request(site.url).get(endpoints.captchaChallenge).expect('Cache-Control', 'no-store');
test.each([
  ['posts', 10, 600, () => post(site)],
  ['client events', 30, 60, () => request(site.url).post(endpoints.clientEvents).send({})],
  ['captcha challenges', 120, 60, challenge],
])('the %s of one address are limited to %i in %i seconds', async (_what, limit, seconds, ask) => {
  expect((await ask()).get('RateLimit-Policy')).toContain(`; q=${limit}; w=${seconds}; `);
});

test('PUBLIC_ORIGIN is the only origin, and with TRUST_PROXY=0 the rate limit ignores X-Forwarded-For', async () => {
  const origin = 'https://www.cirrux.example';
  const own = await untilEnd(startApp({ PUBLIC_ORIGIN: origin, SUBMISSION_LIMIT: '1' }));
  await post(own).set('Origin', own.url).expect(403);
  await post(own).set('Origin', origin).expect(200);
  await post(own).set('Origin', origin).expect(429);
  // A post under another host name of the site causes a warning at most once an hour. A post from another site causes none.
  for (const other of [own.url, 'https://other.example', `${origin}.evil.example`])
    await post(own).set('Origin', other).expect(403);
  const told = own.log.filter(({ msg }) => msg.startsWith('a post was refused because'));
  expect(told).toMatchObject([{ level: 40, reachedBy: own.url, publicOrigin: origin }]);
});

test('a proxy that is not trusted raises an alarm', async () => {
  const alone = await untilEnd(startApp());
  await post(alone).set('X-Forwarded-For', '203.0.113.7').expect(200);
  const told = await alone.waitForLog(({ alarm }) => alarm === 'proxy');
  expect(told).toMatchObject({ level: 40, msg: expect.stringContaining('set TRUST_PROXY') });
});

test('a trusted proxy may write a port behind the address, and a client is an IPv4 address or an IPv6 network of /56', async () => {
  const behind = await untilEnd(startApp({ TRUST_PROXY: '1', SUBMISSION_LIMIT: '1' }));
  for (const [from, status] of [
    ['203.0.113.7:4711', 200],
    ['203.0.113.7:5822', 429],
    ['203.0.113.8:4711', 200],
    ['198.51.100.1, 203.0.113.8', 429], // forged, before the address that the proxy adds
    ['[2001:db8::1]:4711', 200],
    ['[2001:db8::1]:5822', 429],
    ['2001:db8:0:ff::1', 429],
    ['2001:db8:0:100::1', 200],
  ] as const)
    await post(behind, contactMessage, { from }).expect(status);
  expect(behind.log.some(({ alarm }) => alarm === 'proxy')).toBe(false);
});
