import { randomUUID } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import request from 'supertest';
import { honeypotField } from '../../shared/submission.ts';
import { startMailServer } from '../helpers/mail/mailServer.ts';
import { type SiteVerify, startSiteVerify } from '../helpers/network/siteVerify.ts';
import { startApp } from '../helpers/site/app.ts';
import { untilEnd } from '../helpers/untilEnd.ts';
import { post, postForm, referenceOf, submit, tokenFor } from '../helpers/visitor/posts.ts';
import { newChallenge, newToken, provenBy, tokenOf } from '../helpers/visitor/proof.ts';
import { contactMessage as message, newKey, orderOf, person } from '../helpers/visitor/visitor.ts';

const [mail, verifier] = await Promise.all([untilEnd(startMailServer()), untilEnd(startSiteVerify())]);
const hCaptcha = { HCAPTCHA_SITE_KEY: 'site-key', HCAPTCHA_SECRET: 'secret', HCAPTCHA_VERIFY_URL: verifier.url };
const [lenient, strict, selfHosted] = await Promise.all([
  untilEnd(startApp({ TRUST_PROXY: '1', ...hCaptcha, SMTP_URL: mail.url })),
  untilEnd(startApp({ TRUST_PROXY: '1', ...hCaptcha, CAPTCHA_ENFORCE: 'true' })),
  // Without hCaptcha.
  untilEnd(startApp({ TRUST_PROXY: '1', CAPTCHA_ENFORCE: 'true' })),
]);
const order = orderOf('CXN3');

async function subjectOf(reference: string): Promise<string> {
  return (await mail.mailAbout(reference)).subject ?? '';
}
/** A token of hCaptcha, which no earlier post had. */
function hToken(): string {
  return `P1_${randomUUID()}`;
}

test.each([
  ['nothing', undefined],
  ['a word', 'junk'],
  ['a payload without texts', btoa(JSON.stringify({ challenge: { parameters: {} }, solution: {} }))],
  ['something very long', `eyJ${'A'.repeat(9000)}`],
])('%s as a token is flagged unverified, or with CAPTCHA_ENFORCE=true gets 403', async (_what, token) => {
  verifier.behave = 'refuse';
  expect(await subjectOf(await submit(lenient, message, { token }))).toMatch(/^\[unverified\]/);
  for (const body of [message, order]) await post(strict, body, { token }).expect(403);
});

describe('with CAPTCHA_ENFORCE=false', () => {
  const proof = () => tokenFor(lenient);
  test.each<[string, object, () => string | Promise<string> | undefined, SiteVerify['behave'], RegExp]>([
    ['an order with a proof of work is verified', order, proof, 'refuse', /^Order CXN3 from Thandiwe/],
    ['a proof of work for a message is not, beside hCaptcha', message, proof, 'refuse', /^\[unverified\] Message/],
    ['a message while hCaptcha hangs is unverified', message, hToken, 'hang', /^\[unverified\] Message/],
    ['a link in the name is suspect', { ...order, name: 'See https://a.example' }, proof, 'fail', /^\[suspect\] Order/],
  ])('%s', async (_what, body, newTokenOf, behave, subject) => {
    verifier.behave = behave;
    expect(await subjectOf(await submit(lenient, body, { token: await newTokenOf() }))).toMatch(subject);
  });

  test('a plain form order with a filled honeypot is flagged suspect', async () => {
    const answer = await postForm(lenient, { ...person, plan: 'CXN3', [honeypotField]: 'x' }).expect(303);
    expect(await subjectOf(referenceOf(answer))).toMatch(/^\[suspect\] \[unverified\] Order CXN3/);
  });
});

describe('with CAPTCHA_ENFORCE=true', () => {
  test.each([
    ['an order beside hCaptcha', strict, order],
    ['an order', selfHosted, order],
    ['a message', selfHosted, message],
  ])('a solved proof of work is accepted once: %s', async (_what, site, body) => {
    const token = await newToken(site.url);
    await post(site, body, { token }).expect(200);
    await post(site, body, { token }).expect(403);
  });

  test('a submission accepts only tokens of the captcha of its kind', async () => {
    verifier.behave = 'refuse';
    await post(strict, message, { token: await tokenFor(strict) }).expect(403);
    verifier.behave = 'confirm';
    await post(selfHosted, message, { token: hToken() }).expect(403);
    await post(strict, order, { token: hToken() }).expect(403);
  });

  test.each([
    ['a proof of work', selfHosted, () => tokenFor(selfHosted)],
    ['a confirmed token of hCaptcha', strict, async () => hToken()],
  ])(
    'a refused submission uses up neither its key nor its token, and a replay may have the used token: %s',
    async (_what, site, newTokenOf) => {
      verifier.behave = 'confirm';
      const [token, next, key] = [await newTokenOf(), await newTokenOf(), newKey()];
      await post(site, message, { key }).expect(403);
      await post(site, { ...message, name: '' }, { token, key }).expect(400);
      for (let time = 0; time < 2; time += 1) await post(site, message, { token, key }).expect(200);
      await post(site, { ...message, name: 'Someone Else' }, { token: next, key }).expect(422);
      await post(site, message, { token: next, key: newKey() }).expect(200);
    },
  );

  test('a forged proof of work gets 403', async () => {
    const { challenge, solution } = await provenBy(await newChallenge(selfHosted.url));
    const parameters = { ...challenge.parameters, expiresAt: (challenge.parameters.expiresAt ?? 0) + 3600 };
    const { signature: _signature, ...unsigned } = challenge;
    for (const token of [
      tokenOf({ challenge: { ...challenge, parameters }, solution }),
      tokenOf({ challenge: unsigned, solution }),
      tokenOf({ challenge, solution: { ...solution, derivedKey: 'ab'.repeat(32) } }),
      // A solved challenge of another site.
      await tokenFor(strict),
    ])
      await post(selfHosted, message, { token }).expect(403);
    await post(selfHosted, message, { token: tokenOf({ challenge, solution }) }).expect(200);
  });
});

describe('hCaptcha', () => {
  test('a confirmed token is accepted once, and siteverify gets no personal data', async () => {
    verifier.behave = 'confirm';
    const token = hToken();
    await post(strict, message, { token }).expect(200);
    const asked = Object.fromEntries(verifier.asked.at(-1) ?? []);
    expect(asked).toEqual({ secret: 'secret', sitekey: 'site-key', response: token });
    await post(strict, message, { token }).expect(403);
  });

  test.each([
    ['refuses the token', 'refuse', 403, 1],
    ['does not answer twice', 'hang', 503, 2],
    ['redirects, which would give its secret away', 'redirect', 503, 2],
    ["refuses the site's secret", 'disown', 503, 2],
  ] as const)('when siteverify %s, the visitor gets an answer', async (_what, behave, status, times) => {
    verifier.behave = behave;
    const before = verifier.asked.length;
    await post(strict, message, { token: hToken() }).expect(status);
    expect(verifier.asked.length - before).toBe(times);
    if (behave === 'disown')
      await strict.waitForLog(({ level, msg }) => level === 50 && msg.includes('HCAPTCHA_SECRET is wrong'));
  });

  test("the Content-Security-Policy allows hCaptcha's hosts on every page, if it is configured", async () => {
    for (const path of ['/', '/contact', '/nowhere']) {
      const policyOf = async ({ url }: { readonly url: string }) =>
        (await request(url).get(path)).headers['content-security-policy'];
      expect(await policyOf(strict)).toMatch(/script-src [^;]*https:\/\/hcaptcha\.com https:\/\/\*\.hcaptcha\.com/);
      expect(await policyOf(selfHosted)).not.toContain('hcaptcha');
    }
  });
});
