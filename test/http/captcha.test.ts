import { randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { startMailServer } from '../helpers/mail/mailServer.ts';
import { rawRequest } from '../helpers/network/rawRequest.ts';
import { type Behaviour, startSiteVerify } from '../helpers/network/siteVerify.ts';
import { startApp } from '../helpers/site/app.ts';
import { withFullDisk } from '../helpers/store/stored.ts';
import { untilEnd } from '../helpers/untilEnd.ts';
import { post, submit, tokenFor } from '../helpers/visitor/posts.ts';
import { newToken } from '../helpers/visitor/proof.ts';
import { contactMessage as message, newKey, orderOf } from '../helpers/visitor/visitor.ts';

const [mail, verifier] = await Promise.all([untilEnd(startMailServer()), untilEnd(startSiteVerify())]);
const hCaptcha = { HCAPTCHA_SITE_KEY: 'site-key', HCAPTCHA_SECRET: 'secret', HCAPTCHA_VERIFY_URL: verifier.url };
const [lenient, strict, selfHosted] = await Promise.all([
  untilEnd(startApp({ TRUST_PROXY: '1', ...hCaptcha, SMTP_URL: mail.url })),
  untilEnd(startApp({ TRUST_PROXY: '1', ...hCaptcha, CAPTCHA_ENFORCE: 'true' })),
  untilEnd(startApp({ TRUST_PROXY: '1', CAPTCHA_ENFORCE: 'true' })),
]);
const order = orderOf('CXN3');

async function subjectOf(reference: string): Promise<string> {
  return (await mail.mailAbout(reference)).subject ?? '';
}
/** A new token in the form of hCaptcha's tokens. */
function hToken(): string {
  return `P1_${randomUUID()}`;
}

test.each([
  ['nothing', undefined],
  ['a payload without texts', btoa(JSON.stringify({ challenge: { parameters: {} }, solution: {} }))],
  ['something very long', `eyJ${'A'.repeat(9000)}`],
])('%s as a token is flagged unverified, or with CAPTCHA_ENFORCE=true gets 403', async (_what, token) => {
  verifier.behave = 'refuse';
  expect(await subjectOf(await submit(lenient, message, { token }))).toMatch(/^\[unverified\]/);
  for (const body of [message, order]) await post(strict, body, { token }).expect(403);
});

const proof = () => tokenFor(lenient);
test.each<[string, object, () => string | Promise<string>, Behaviour, RegExp]>([
  ['an order with a proof of work is verified', order, proof, 'refuse', /^Order CXN3 from Thandiwe/],
  ['a message while hCaptcha fails is unverified', message, hToken, 'fail', /^\[unverified\] Message/],
  ['a link in the name is suspect', { ...order, name: 'See https://a.example' }, proof, 'fail', /^\[suspect\] Order/],
])('with CAPTCHA_ENFORCE=false: %s', async (_what, body, newTokenOf, behave, subject) => {
  verifier.behave = behave;
  expect(await subjectOf(await submit(lenient, body, { token: await newTokenOf() }))).toMatch(subject);
});

test('a token of hCaptcha that comes twice at once is verified once, and both posts are answered alike', async () => {
  verifier.behave = 'confirm';
  const [before, token, key] = [verifier.asked.length, hToken(), newKey()];
  const references = await Promise.all([1, 2].map(() => submit(strict, message, { token, key })));
  expect(new Set(references).size).toBe(1);
  expect(verifier.asked.length - before).toBe(1);
});

test('a submission accepts only tokens of the captcha of its kind', async () => {
  verifier.behave = 'refuse';
  await post(strict, message, { token: await tokenFor(strict) }).expect(403);
  await post(strict, order, { token: await newToken(strict.url) }).expect(200);
  verifier.behave = 'confirm';
  await post(selfHosted, message, { token: hToken() }).expect(403);
  await post(strict, order, { token: hToken() }).expect(403);
});

test.each([
  ['a proof of work', selfHosted, () => tokenFor(selfHosted)],
  ['a token of hCaptcha', strict, async () => hToken()],
])(
  '%s counts once; a refusal uses up neither it nor the key; a replay may have it',
  async (_what, site, newTokenOf) => {
    verifier.behave = 'confirm';
    const [token, next, key] = [await newTokenOf(), await newTokenOf(), newKey()];
    await post(site, message, { key }).expect(403);
    await post(site, { ...message, name: '' }, { token, key }).expect(400);
    // The token is marked as used before the submission is written, in the same transaction.
    await withFullDisk(site.dataDirectory, async () => void (await post(site, message, { token, key }).expect(503)));
    for (let time = 0; time < 2; time += 1) await post(site, message, { token, key }).expect(200);
    verifier.behave = 'hang';
    await post(site, message, { token: hToken(), key }).expect(200);
    verifier.behave = 'confirm';
    await post(site, { ...message, name: 'Someone Else' }, { token: next, key }).expect(422);
    await post(site, message, { token: next, key: newKey() }).expect(200);
    for (const used of [token, next]) await post(site, message, { token: used }).expect(403);
  },
);

test.each([
  ['confirms the token', 'confirm', 200, 1],
  ['refuses the token', 'refuse', 403, 1],
  ['does not answer twice', 'hang', 503, 2],
  ['fails twice', 'fail', 503, 2],
  ['redirects, which would reveal the secret', 'redirect', 503, 2],
  ["refuses the site's secret", 'disown', 503, 2],
] as const)('when siteverify %s (%s), the visitor gets %i', async (_what, behave, status, times) => {
  verifier.behave = behave;
  const [before, token] = [verifier.asked.length, hToken()];
  await post(strict, message, { token }).expect(status);
  const asked = verifier.asked.slice(before).map((form) => Object.fromEntries(form));
  expect(asked).toEqual(Array(times).fill({ secret: 'secret', sitekey: 'site-key', response: token }));
  if (behave === 'disown')
    await strict.waitForLog(({ level, msg }) => level === 50 && msg.includes('HCAPTCHA_SECRET is wrong'));
  // An outage is not remembered: the same token is asked about again, and the visitor need not wait.
  verifier.behave = 'refuse';
  await post(strict, message, { token }).expect(403);
});

test("the Content-Security-Policy allows hCaptcha's hosts on every page, if it is configured", async () => {
  const policyAt = async (address: string) => (await rawRequest(address)).headers['content-security-policy'];
  for (const path of ['/', '/contact', '/nowhere']) {
    const parts = String(await policyAt(strict.url + path)).split(';');
    const opened = parts.filter((part) => part.includes(' https://hcaptcha.com https://*.hcaptcha.com'));
    const names = ['script-src', 'style-src', 'connect-src', 'frame-src'];
    expect(opened.map((part) => part.split(' ')[0])).toEqual(names);
    expect(await policyAt(selfHosted.url + path)).not.toContain('hcaptcha');
  }
});
