import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import request, { type Test } from 'supertest';
import { type MailServer, startMailServer } from '../helpers/mail/mailServer.ts';
import { type SiteVerify, startSiteVerify } from '../helpers/network/siteVerify.ts';
import { type Environment, type Site, startSite } from '../helpers/site/site.ts';
import { newChallenge, newToken, provenBy, tokenOf } from '../helpers/visitor/proof.ts';

const address = '/functions/v1/send-contact-email';
const message = {
  name: 'Thandi Nkosi',
  email: 'thandi@example.com',
  company: '',
  phone: '',
  message: 'We would like to talk about our network.',
};
const order = {
  ...message,
  phone: '010 555 0199',
  message: '=== HOSTING ORDER REQUEST ===\n\nSelected Plan: CXN3\nPrice: R499\nPlan Details: -',
};
const plainOrder = {
  name: 'Thandi Nkosi',
  email: 'thandi@example.com',
  phone: '010 555 0199',
  company: '',
  message: '',
};

const common: Environment = { LOG_LEVEL: 'info', SUBMISSION_LIMIT: '1000' };

let mailServer: MailServer;
let verifier: SiteVerify;
let lenient: Site;
let strict: Site;
/** With CAPTCHA_ENFORCE=true and without hCaptcha. */
let selfHosted: Site;
beforeAll(async () => {
  [mailServer, verifier] = await Promise.all([startMailServer(), startSiteVerify()]);
  const hCaptcha = { HCAPTCHA_SITE_KEY: 'site-key', HCAPTCHA_SECRET: 'secret', HCAPTCHA_VERIFY_URL: verifier.url };
  [lenient, strict, selfHosted] = await Promise.all([
    startSite({ ...common, ...hCaptcha, SMTP_URL: mailServer.url }),
    startSite({ ...common, ...hCaptcha, CAPTCHA_ENFORCE: 'true' }),
    startSite({ ...common, CAPTCHA_ENFORCE: 'true' }),
  ]);
});
afterAll(async () => {
  await Promise.all([lenient.stop(), strict.stop(), selfHosted.stop(), mailServer.stop(), verifier.stop()]);
});

function send(site: Site, token?: string, body: object = message, key?: string): Test {
  const test = request(site.url).post(address);
  if (token !== undefined) test.set('X-Captcha-Token', token);
  if (key !== undefined) test.set('Idempotency-Key', key);
  return test.send(body);
}

async function subjectOf(reference: string): Promise<string> {
  return (await mailServer.waitForMail(({ subject }) => subject?.includes(reference) ?? false)).subject ?? '';
}

const junk: readonly [string, string][] = [
  ['a word', 'junk'],
  ['base64 of nothing useful', btoa('{"a":1}')],
  ['broken JSON', 'eyJ'],
  ['a payload without texts', btoa(JSON.stringify({ challenge: { parameters: {} }, solution: {} }))],
  ['a payload of nulls', btoa(JSON.stringify({ challenge: null, solution: null }))],
  ['something very long', `eyJ${'A'.repeat(9000)}`],
];

test('each request for a challenge gets a new one with Cache-Control: no-store', async () => {
  const first = await request(lenient.url).get('/captcha/challenge').expect(200).expect('Cache-Control', 'no-store');
  const second = await request(lenient.url).get('/captcha/challenge').expect(200);
  expect(second.body.signature).not.toBe(first.body.signature);
});

test("another site's page gets no challenge and does not use up its visitors' limit", async () => {
  const ask = () => request(lenient.url).get('/captcha/challenge');
  for (let time = 0; time < 130; time += 1) await ask().set('Sec-Fetch-Site', 'cross-site').expect(403);
  await ask().set('Sec-Fetch-Site', 'same-origin').expect(200);
});

describe('with CAPTCHA_ENFORCE=false', () => {
  test('a solved proof of work makes an order verified', async () => {
    const { headers } = await send(lenient, await newToken(lenient.url), order).expect(200);
    expect(await subjectOf(headers['x-reference'] ?? '')).toMatch(/^Order CXN3 from Thandi Nkosi/);
  });

  test('a proof of work does not verify a contact message if hCaptcha is configured', async () => {
    verifier.behave = 'refuse';
    const { headers } = await send(lenient, await newToken(lenient.url)).expect(200);
    expect(await subjectOf(headers['x-reference'] ?? '')).toMatch(/^\[unverified\] Message/);
  });

  test('a submission without a token is stored and its mail flagged unverified', async () => {
    const { headers } = await send(lenient).expect(200);
    expect(await subjectOf(headers['x-reference'] ?? '')).toMatch(/^\[unverified\] Message/);
  });

  test.each(junk)('a submission with %s as its token is flagged unverified', async (_what, token) => {
    verifier.behave = 'refuse';
    const { headers } = await send(lenient, token).expect(200);
    expect(await subjectOf(headers['x-reference'] ?? '')).toMatch(/^\[unverified\]/);
  });

  test('of two submissions with one token only the second is flagged unverified', async () => {
    const token = await newToken(lenient.url);
    const first = await send(lenient, token, order).expect(200);
    const second = await send(lenient, token, { ...order, name: 'Someone Else' }).expect(200);
    expect(await subjectOf(first.headers['x-reference'] ?? '')).not.toContain('unverified');
    expect(await subjectOf(second.headers['x-reference'] ?? '')).toContain('[unverified]');
  });

  test('a submission with a link in name or company is delivered and flagged suspect', async () => {
    for (const spam of [{ name: 'See https://spam.example' }, { company: 'www.spam.example' }]) {
      const { headers } = await send(lenient, await newToken(lenient.url), { ...order, ...spam }).expect(200);
      expect(await subjectOf(headers['x-reference'] ?? '')).toMatch(/^\[suspect\] Order/);
    }
  });

  test('a plain form order with a filled honeypot is flagged suspect', async () => {
    const { headers } = await request(lenient.url)
      .post(address)
      .type('form')
      .send({ ...plainOrder, plan: 'CXN3', website: 'https://spam.example' })
      .expect(303);
    const reference = new URL(headers.location ?? '', lenient.url).searchParams.get('submitted') ?? '';
    expect(await subjectOf(reference)).toMatch(/^\[suspect\] \[unverified\] Order CXN3/);
  });

  test('while hCaptcha is down a submission is stored and flagged unverified', async () => {
    verifier.behave = 'fail';
    const { headers } = await send(lenient, 'P1_token-when-down').expect(200);
    expect(await subjectOf(headers['x-reference'] ?? '')).toMatch(/^\[unverified\]/);
  });
});

describe('with CAPTCHA_ENFORCE=true', () => {
  test('a contact message and an order without a token get 403', async () => {
    for (const body of [message, order])
      expect((await send(strict, undefined, body).expect(403)).body.success).toBe(false);
  });

  test.each(junk)('%s as a token gets 403', async (_what, token) => {
    verifier.behave = 'refuse';
    for (const body of [message, order]) await send(strict, token, body).expect(403);
  });

  test('a solved proof of work is accepted once', async () => {
    for (const [site, body] of [
      [strict, order],
      [selfHosted, order],
      [selfHosted, message],
    ] as const) {
      const token = await newToken(site.url);
      await send(site, token, body).expect(200);
      await send(site, token, body).expect(403);
    }
  });

  test('a submission accepts only tokens of the captcha of its kind', async () => {
    verifier.behave = 'refuse';
    await send(strict, await newToken(strict.url), message).expect(403);
    verifier.behave = 'confirm';
    await send(selfHosted, `P1_${randomUUID()}`, message).expect(403);
    await send(strict, `P1_${randomUUID()}`, order).expect(403);
  });

  test('one of several simultaneous posts with the same token is stored', async () => {
    const token = await newToken(selfHosted.url);
    const statuses = await Promise.all(Array.from({ length: 8 }, async () => (await send(selfHosted, token)).status));
    expect(statuses.sort()).toEqual([200, ...Array(7).fill(403)]);
  });

  test('a replay with its used token gets 200 and the same reference', async () => {
    const [token, key] = [await newToken(selfHosted.url), randomUUID()];
    const first = await send(selfHosted, token, message, key).expect(200);
    const second = await send(selfHosted, token, message, key).expect(200);
    expect(second.headers['x-reference']).toBe(first.headers['x-reference']);
  });

  test('a refused submission uses up neither its key nor its token', async () => {
    const [token, key] = [await newToken(selfHosted.url), randomUUID()];
    await send(selfHosted, undefined, message, key).expect(403);
    await send(selfHosted, token, { ...message, name: '' }, key).expect(400);
    await send(selfHosted, token, message, key).expect(200);
    const next = await newToken(selfHosted.url);
    await send(selfHosted, next, { ...message, name: 'Someone Else' }, key).expect(422);
    await send(selfHosted, next, message, randomUUID()).expect(200);
  });

  test('a forged proof of work gets 403', async () => {
    const { challenge, solution } = await provenBy(await newChallenge(selfHosted.url));
    const parameters = { ...challenge.parameters, expiresAt: (challenge.parameters.expiresAt ?? 0) + 3600 };
    await send(selfHosted, tokenOf({ challenge: { ...challenge, parameters }, solution })).expect(403);
    const { signature: _signature, ...unsigned } = challenge;
    await send(selfHosted, tokenOf({ challenge: unsigned, solution })).expect(403);
    await send(selfHosted, tokenOf({ challenge, solution: { ...solution, derivedKey: 'ab'.repeat(32) } })).expect(403);
    // A solved challenge of another site.
    await send(selfHosted, await newToken(strict.url)).expect(403);
    await send(selfHosted, tokenOf({ challenge, solution })).expect(200);
  });

  test('a plain form order gets 403 with its typed text and other ways to contact the company', async () => {
    const { text } = await request(strict.url)
      .post(address)
      .type('form')
      .send({ ...plainOrder, plan: 'CXN3', message: 'Two of them, please.' })
      .expect(403)
      .expect('Content-Type', /html/);
    for (const kept of ['Two of them, please.', 'thandi@example.com', 'mailto:', 'tel:', 'https://wa.me/'])
      expect(text).toContain(kept);
    expect(text).toContain('Failed to submit order. Please try again or contact us directly.');
  });
});

describe('hCaptcha', () => {
  test('a confirmed token is accepted once, and siteverify gets no personal data', async () => {
    verifier.behave = 'confirm';
    const token = `P1_${randomUUID()}`;
    await send(strict, token).expect(200);
    expect(Object.fromEntries(verifier.asked.at(-1) ?? [])).toEqual({
      secret: 'secret',
      sitekey: 'site-key',
      response: token,
    });
    await send(strict, token).expect(403);
  });

  test('a token that siteverify refuses gets 403', async () => {
    verifier.behave = 'refuse';
    await send(strict, `P1_${randomUUID()}`).expect(403);
  });

  test('a confirmed token is still valid after a refused submission', async () => {
    verifier.behave = 'confirm';
    const [token, key] = [`P1_${randomUUID()}`, randomUUID()];
    await send(strict, `P1_${randomUUID()}`, message, key).expect(200);
    await send(strict, token, { ...message, name: 'Someone Else' }, key).expect(422);
    await send(strict, token, message, randomUUID()).expect(200);
  });

  test('when siteverify fails twice, the answer is 503', async () => {
    verifier.behave = 'fail';
    const before = verifier.asked.length;
    await send(strict, `P1_${randomUUID()}`).expect(503);
    expect(verifier.asked.length - before).toBe(2);
  });

  test('with a wrong secret the answer is 503 and the log has an error', async () => {
    verifier.behave = 'disown';
    await send(strict, `P1_${randomUUID()}`).expect(503);
    await strict.waitForLog(({ level, msg }) => level === 50 && msg.includes('HCAPTCHA_SECRET is wrong'));
  });

  test('when siteverify does not answer twice, the answer is 503', async () => {
    verifier.behave = 'hang';
    const before = verifier.asked.length;
    await send(strict, `P1_${randomUUID()}`).expect(503);
    expect(verifier.asked.length - before).toBe(2);
  });

  test("the Content-Security-Policy allows hCaptcha's hosts on every page, if it is configured", async () => {
    const plain = await startSite();
    try {
      for (const path of ['/', '/contact', '/nowhere']) {
        const opened = await request(strict.url).get(path);
        expect(opened.headers['content-security-policy']).toMatch(
          /script-src [^;]*https:\/\/hcaptcha\.com https:\/\/\*\.hcaptcha\.com/,
        );
        const { headers } = await request(plain.url).get(path);
        expect(headers['content-security-policy']).not.toContain('hcaptcha');
      }
    } finally {
      await plain.stop();
    }
  });
});
