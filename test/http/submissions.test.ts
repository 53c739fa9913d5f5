import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import request from 'supertest';
import { referencePattern } from '../../server/submissions/reference.ts';
import { rawRequest } from '../helpers/network/rawRequest.ts';
import { type Site, startSite } from '../helpers/site/site.ts';
import { storedIn, withFullDisk } from '../helpers/store/stored.ts';
import { contactMessage, newAddress, newKey, orderOf, person, submissionsPath } from '../helpers/visitor/visitor.ts';

let site: Site;
beforeAll(async () => {
  // With one trusted proxy each post can have its own client address.
  site = await startSite({ TRUST_PROXY: '1' });
});
afterAll(async () => {
  await site.stop();
});

/** Posts; no answer may be stored by a cache. */
function post(address = newAddress()) {
  return request(site.url).post(submissionsPath).set('X-Forwarded-For', address).expect('Cache-Control', 'no-store');
}
function postJson(body: unknown, address?: string) {
  return post(address).set('Content-Type', 'application/json').send(JSON.stringify(body));
}
function stored() {
  return storedIn(site.dataDirectory);
}

describe('an accepted submission', () => {
  test('a contact message is stored as sent and answered with a reference', async () => {
    const answer = await postJson(contactMessage).expect(200, { success: true });
    const reference = answer.get('X-Reference');
    expect(reference).toMatch(referencePattern);
    expect(stored().find((row) => row.reference === reference)).toMatchObject({ kind: 'contact', ...contactMessage });
  });

  test('company and phone are optional', async () => {
    const { name, email, message } = contactMessage;
    const answer = await postJson({ name, email, message }).expect(200);
    expect(stored().find((row) => row.reference === answer.get('X-Reference'))).toMatchObject({
      company: '',
      phone: '',
    });
  });

  test('an order is stored as an order with the id of its plan', async () => {
    const answer = await postJson(orderOf('CXN3', 'Two of them')).expect(200);
    expect(stored().find((row) => row.reference === answer.get('X-Reference'))).toMatchObject({
      kind: 'order',
      plan_id: 'CXN3',
    });
  });

  test('line ends are normalised and text is trimmed before lengths are checked', async () => {
    const message = `${'m'.repeat(499)}\r\n${'m'.repeat(500)}`;
    const answer = await postJson({ ...contactMessage, name: '  Jo  ', message: `  ${message}\r\n` }).expect(200);
    expect(stored().find((row) => row.reference === answer.get('X-Reference'))).toMatchObject({
      name: 'Jo',
      message: message.replace('\r\n', '\n'),
    });
  });

  test('a content type may have a charset and any letter case', async () => {
    await post()
      .set('Content-Type', 'Application/JSON; charset=UTF-8')
      .send(JSON.stringify(contactMessage))
      .expect(200, { success: true });
  });

  test("a post from the site's own origin is accepted", async () => {
    await postJson(contactMessage).set({ Origin: site.url, 'Sec-Fetch-Site': 'same-origin' }).expect(200);
  });
});

describe('a repeated Idempotency-Key', () => {
  test('with the same body returns the same reference, stores once and does not count in the rate limit', async () => {
    const [key, address] = [newKey(), newAddress()];
    const send = (body: unknown) => postJson(body, address).set('Idempotency-Key', key);
    const before = stored().length;
    const first = await send(contactMessage).expect(200, { success: true });
    for (let again = 0; again < 12; again++) {
      const replay = await send({ ...contactMessage, name: ` ${contactMessage.name} ` }).expect(200, { success: true });
      expect(replay.get('X-Reference')).toBe(first.get('X-Reference'));
    }
    expect(stored()).toHaveLength(before + 1);
    await send({ ...contactMessage, name: 'Somebody Else' }).expect(422);
    expect(stored()).toHaveLength(before + 1);
  });

  test('in simultaneous posts stores once', async () => {
    const [key, address, before] = [newKey(), newAddress(), stored().length];
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => postJson(contactMessage, address).set('Idempotency-Key', key)),
    );
    expect(new Set(answers.map((answer) => answer.get('X-Reference'))).size).toBe(1);
    expect(stored()).toHaveLength(before + 1);
  });

  test('is not used up by a refused submission', async () => {
    const key = newKey();
    await postJson({ ...contactMessage, name: '' })
      .set('Idempotency-Key', key)
      .expect(400);
    await postJson(contactMessage).set('Idempotency-Key', key).expect(200);
  });

  test('that is not a UUID gets 400', async () => {
    const answer = await postJson(contactMessage).set('Idempotency-Key', 'again').expect(400);
    expect(answer.body.error).toMatch(/Idempotency-Key/);
  });
});

describe('a refused submission is not stored:', () => {
  let before: number;
  beforeEach(() => {
    before = stored().length;
  });
  afterEach(() => {
    expect(stored()).toHaveLength(before);
  });

  test.each([
    ['name', 'N', 'Name must be at least 2 characters'],
    ['name', undefined, 'Name must be at least 2 characters'],
    ['name', 7, 'Name must be at least 2 characters'],
    ['name', 'N'.repeat(101), 'Name must be less than 100 characters'],
    ['name', 'Jo\r\nBcc: all@visitor.example', expect.any(String)],
    ['name', 'Jo\u0000', expect.any(String)],
    ['email', 'nobody', 'Invalid email address'],
    ['email', ['jo@visitor.example'], expect.any(String)],
    ['email', 'jo@visitor.example\nBcc: a@b.example', expect.any(String)],
    ['email', `${'a'.repeat(60)}@${'b.'.repeat(97)}co`.padEnd(256, 'm'), 'Email must be less than 255 characters'],
    ['company', 'C'.repeat(101), 'Company name must be less than 100 characters'],
    ['company', { name: 'x' }, expect.any(String)],
    ['company', null, expect.any(String)],
    ['phone', '1'.repeat(21), 'Phone number must be less than 20 characters'],
    ['phone', 27825559876, expect.any(String)],
    ['phone', '082\u001b[2J', expect.any(String)],
    ['message', 'Too short', 'Message must be at least 10 characters'],
    ['message', 'm'.repeat(1001), 'Message must be less than 1000 characters'],
    ['message', `NUL \u0000 in a message`, expect.any(String)],
    ['message', 'A lone surrogate \ud800 here', expect.any(String)],
  ])('400: %s %j', async (field, value, message) => {
    const answer = await postJson({ ...contactMessage, [field]: value }).expect(400);
    expect(answer.body).toEqual({ success: false, error: expect.any(String), fields: { [field]: message } });
  });

  test('400: an order that breaks the rules of the order form', async () => {
    const answer = await postJson({ ...orderOf('CXN1'), phone: '12345' }).expect(400);
    expect(answer.body.fields).toEqual({ phone: 'Phone number must be at least 10 digits' });
    await postJson({ ...orderOf('CXN1'), message: orderOf('CXN1').message.padEnd(4001, 'x') }).expect(400);
  });

  test.each([
    ['not JSON', 'name=Jo'],
    ['cut off', '{"name": "Jo"'],
    ['empty', ''],
    ['an array', '[]'],
    ['a text', '"text"'],
    ['null', 'null'],
  ])('400: a body that is %s', async (_what, body) => {
    const answer = await post().set('Content-Type', 'application/json').send(body).expect(400);
    expect(answer.body).toMatchObject({ success: false, error: expect.any(String) });
    expect(answer.text).not.toMatch(/SyntaxError|node_modules|Unexpected token/);
  });

  test('400: a __proto__ or constructor field supplies no name', async () => {
    const { name: _name, ...rest } = contactMessage;
    for (const evil of [`"__proto__":{"name":"Jo Evil"}`, `"constructor":{"prototype":{"name":"Jo Evil"}}`])
      await post()
        .set('Content-Type', 'application/json')
        .send(`{${evil},${JSON.stringify(rest).slice(1)}`)
        .expect(400);
    await postJson(rest).expect(400);
  });

  test('413: a body over 16 KiB', async () => {
    const answer = await postJson({ ...contactMessage, message: 'm'.repeat(16 * 1024) }).expect(413);
    expect(answer.body).toMatchObject({ success: false, error: expect.stringMatching(/16384/) });
  });

  test('413: a gzip bomb', async () => {
    const bomb = gzipSync(JSON.stringify({ ...contactMessage, message: 'm'.repeat(10_000_000) }));
    expect(bomb.length).toBeLessThan(16 * 1024);
    await post()
      .set({ 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' })
      .serialize((body) => body)
      .send(bomb as unknown as string)
      .expect(413);
  });

  test.each(['text/plain', 'multipart/form-data; boundary=x', 'application/xml', 'text/json', 'application/jsonp'])(
    '415: %s',
    async (type) => {
      const answer = await post().set('Content-Type', type).send(JSON.stringify(contactMessage)).expect(415);
      expect(answer.body).toMatchObject({ success: false, error: expect.stringMatching(/application\/json/) });
    },
  );

  test('415: an unknown charset or content encoding', async () => {
    await post().set('Content-Type', 'application/json; charset=klingon').send('{}').expect(415);
    await post().set({ 'Content-Type': 'application/json', 'Content-Encoding': 'zoo' }).send('{}').expect(415);
  });

  test.each([
    ['another origin', { Origin: 'https://evil.example' }],
    ['an opaque origin', { Origin: 'null' }],
    ['the same host on another port', { Origin: 'http://localhost:1' }],
    ['a cross-site fetch', { 'Sec-Fetch-Site': 'cross-site' }],
    ['a sister site', { 'Sec-Fetch-Site': 'same-site' }],
  ])('403: a post from %s', async (_what, headers) => {
    const answer = await postJson(contactMessage).set(headers).expect(403);
    expect(answer.body).toEqual({ success: false, error: expect.any(String) });
  });

  test.each(['get', 'put', 'delete', 'patch', 'options'] as const)('405: %s', async (method) => {
    const answer = await request(site.url)[method](submissionsPath).expect(405).expect('Cache-Control', 'no-store');
    expect(answer.get('Allow')).toBe('POST');
  });

  test('503: the store cannot be written; later the same key works', async () => {
    const key = newKey();
    await withFullDisk(site.dataDirectory, async () => {
      const answer = await postJson(contactMessage).set('Idempotency-Key', key).expect(503);
      expect(answer.body).toEqual({ success: false, error: expect.any(String) });
      expect(answer.text).not.toMatch(/disk|SQLITE/i);
    });
    await postJson(contactMessage).set('Idempotency-Key', key).expect(200);
    before += 1;
  });
});

describe('the rate limit', () => {
  let limited: Site;
  beforeAll(async () => {
    limited = await startSite({ TRUST_PROXY: '1', SUBMISSION_LIMIT: '3', SUBMISSION_WINDOW_SECONDS: '600' });
  });
  afterAll(async () => {
    await limited.stop();
  });
  const postFrom = (address: string, body: object = contactMessage) =>
    request(limited.url)
      .post(submissionsPath)
      .set('X-Forwarded-For', address)
      .send(body)
      .expect('Cache-Control', 'no-store');

  test('counts refused posts too, each address apart, and answers 429 with Retry-After and RateLimit', async () => {
    const address = newAddress();
    await postFrom(address).expect(200);
    await postFrom(address, {}).expect(400);
    const last = await postFrom(address, { ...contactMessage, email: '' }).expect(400);
    expect(last.get('RateLimit')).toMatch(/r=0/);
    const before = storedIn(limited.dataDirectory).length;
    const answer = await postFrom(address).expect(429);
    expect(answer.body).toEqual({ success: false, error: expect.any(String) });
    expect(Number(answer.get('Retry-After'))).toBeGreaterThan(0);
    expect(Number(answer.get('Retry-After'))).toBeLessThanOrEqual(600);
    expect(answer.get('RateLimit')).toMatch(/r=0; ?t=\d+/);
    expect(storedIn(limited.dataDirectory)).toHaveLength(before);
    await postFrom(newAddress()).expect(200);
  });

  test("does not count posts of another site's page against its visitors", async () => {
    const address = newAddress();
    for (let time = 0; time < 30; time++) await postFrom(address).set('Origin', 'https://evil.example').expect(403);
    for (let time = 0; time < 3; time++) await postFrom(address).expect(200);
    await postFrom(address).expect(429);
  });

  test('far over the limit answers a plain form post with a static page, without its typed text', async () => {
    const address = newAddress();
    const postPlain = () =>
      postFrom(address)
        .type('form')
        .send({ ...person, phone: '1', plan: 'CXN3', message: 'kept' });
    for (let time = 0; time < 3; time++) expect((await postPlain().expect(400)).text).toContain('>kept<');
    for (let time = 3; time < 23; time++) expect((await postPlain().expect(429)).text).toContain('>kept<');
    const answer = await postPlain().expect(429, /Please wait a while/);
    expect(answer.text).not.toContain('kept<');
    for (const way of ['tel:', 'mailto:', 'https://wa.me/']) expect(answer.text).toContain(`href="${way}`);
    expect(Number(answer.get('Retry-After'))).toBeGreaterThan(0);
    expect(answer.get('RateLimit')).toMatch(/r=0; ?t=\d+/);
    await postFrom(address).expect(429, { success: false, error: 'Too many submissions. Please wait a while.' });
  });

  test('does not apply to a replay', async () => {
    const [address, key] = [newAddress(), newKey()];
    for (let time = 0; time < 5; time++) await postFrom(address).set('Idempotency-Key', key).expect(200);
    await postFrom(address).expect(200);
    await postFrom(address).expect(200);
    await postFrom(address).expect(429);
    await postFrom(address).set('Idempotency-Key', key).expect(200);
  });

  test('counts an IPv6 /56 as one client', async () => {
    for (const last of [1, 2, 3]) await postFrom(`2001:db8:0:${last}::${last}`).expect(200);
    await postFrom('2001:db8:0:ff::9').expect(429);
    await postFrom('2001:db8:0:100::9').expect(200);
  });

  test("ignores X-Forwarded-For entries before the trusted proxy's", async () => {
    const address = newAddress();
    for (let time = 0; time < 3; time++) await postFrom(`10.0.0.${time}, ${address}`).expect(200);
    await postFrom(`10.0.0.9, ${address}`).expect(429);
  });
});

test.each([
  ['offers an upgrade to another protocol', {}],
  ['offers an upgrade and has an unknown Expect header', { Expect: 'the moon' }],
])('a request that %s gets an ordinary answer with Connection: close', async (_does, headers) => {
  const answer = await rawRequest(site.url + submissionsPath, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Connection: 'Upgrade, HTTP2-Settings', Upgrade: 'h2c', ...headers },
    body: '[]',
  });
  expect([answer.status, answer.headers.connection]).toEqual([400, 'close']);
  expect(answer.headers['x-request-id']).toBeDefined();
});

test('with TRUST_PROXY=0 the rate limit ignores X-Forwarded-For', async () => {
  const direct = await startSite({ SUBMISSION_LIMIT: '1' });
  try {
    const postAs = (address: string) =>
      request(direct.url).post(submissionsPath).set('X-Forwarded-For', address).send(contactMessage);
    await postAs(newAddress()).expect(200);
    await postAs(newAddress()).expect(429);
  } finally {
    await direct.stop();
  }
});

test('with PUBLIC_ORIGIN set, a post from any other origin gets 403', async () => {
  const own = await startSite({ PUBLIC_ORIGIN: 'https://www.cirrux.example' });
  try {
    const postFrom = (origin: string) =>
      request(own.url).post(submissionsPath).set('Origin', origin).send(contactMessage);
    await postFrom('https://www.cirrux.example').expect(200);
    await postFrom(own.url).expect(403);
  } finally {
    await own.stop();
  }
});
