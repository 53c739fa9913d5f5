import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Request } from 'express';
import fc from 'fast-check';
import { pino } from 'pino';
import { clientKey } from '../../server/http/clientKey.ts';
import { isUtf8, mediaTypeOf } from '../../server/http/mediaType.ts';
import { isForeign } from '../../server/http/origin.ts';
import { normaliseTarget } from '../../server/http/requestTarget.ts';
import { createResponseCache } from '../../server/http/responseCache.ts';
import { captchasOf } from '../../server/intake/captcha/captcha.ts';
import { createProofOfWork } from '../../server/intake/captcha/proofOfWork.ts';
import { readOrder } from '../../server/intake/order.ts';
import { parseJson, parsePlainForm } from '../../server/intake/parsedPost.ts';
import { escapeCharacters } from '../../server/lib/escapeCharacters.ts';
import { readReference } from '../../server/lib/reference.ts';
import { authenticationOf } from '../../server/mail/arrival/authenticationResults.ts';
import { bounceOf } from '../../server/mail/arrival/bounce.ts';
import { composeConfirmation } from '../../server/mail/confirmationMail.ts';
import { composeDigest } from '../../server/mail/digest.ts';
import { composeNotice } from '../../server/mail/mail.ts';
import { adviceFor, classifyFault } from '../../server/mail/smtpFault.ts';
import { csvOf, jsonOf } from '../../server/operations/commands/records.ts';
import { detailsOf } from '../../server/operations/commands/verbs/show.ts';
import { confirmationRecipient } from '../../server/outbox/confirmationRecipient.ts';
import { looksLikeSpam } from '../../server/outbox/flags.ts';
import type { ListedSubmission, OutboxMail } from '../../server/outbox/store.ts';
import { hostNameOf } from '../../server/pages/resolve.ts';
import { type CataloguePlan, planById } from '../../shared/hosting/catalogue.ts';
import { composeOrderMessage, isOrderMessage } from '../../shared/orderMessage.ts';
import { scrub, scrubReport } from '../../shared/scrub.ts';
import { limits } from '../../shared/submission.ts';
import { check, checkSubmission, normaliseText, orderSchema } from '../../shared/submissionSchemas.ts';
import { processorTime } from '../helpers/processorTime.ts';
import { listedSubmission, notFound } from '../helpers/visitor/visitor.ts';

type Hostile = { readonly before: string; readonly repeated: string; readonly after: string };

/** Texts that are known to slow expressions down, and texts that ours match. */
const pieces = [
  ...['%40', '@', 'a@', 'a@b.', 'a.', '..', '.', '-', 'a-', '/', '//', '/?', '?', '#', '=', '=?', '= ', '==='],
  ...['1', '1 ', '1(', '+1', '\n', '\r', '\r\n', ' ', '\t', '"', "'", '<', '>', ',', ', '],
  ...[';', ';"', ';\t', '&', '&a='],
  ...['%', '%00', 'W/', 'q=0', 'q=0.0', ';q=0', '*', 'www.', 'http', 'https://', 'Price: \n', '{"a":', '[', '\\', 'e'],
  ...['\0', '\u001b', '\u2028', '\u202e', '\ud800', '＝', 'é'],
];
function piecesUpTo(maxLength: number, minLength = 0) {
  return fc.array(fc.constantFrom(...pieces), { minLength, maxLength }).map((chosen) => chosen.join(''));
}
const hostile = fc.record({ before: piecesUpTo(2), repeated: piecesUpTo(4, 1), after: piecesUpTo(2) });
/** `LINEAR_TIME_RUNS` changes how many generated texts each function reads beside the examples. */
const generated = Number(process.env.LINEAR_TIME_RUNS ?? 2);
const examples = pieces.map((repeated): [Hostile] => [{ before: '', repeated, after: '' }]);

function textOf({ before, repeated, after }: Hostile, size: number): string {
  return (before + repeated.repeat(size)).slice(0, Math.max(0, size - after.length)) + after;
}

/** In milliseconds: the most that a text may take, and the error of a measurement. */
const longest = 100;
const floor = 10;
const margin = 8;
const parts = 32;

type Read = (text: string) => unknown;

/**
 * The fault of a function's time. The text doubles up to the limit or until it takes too long. Then the same amount of
 * text is read in parts: if time is linear, it takes as long as the whole.
 */
async function faultOf(read: Read, limit: number, shape: Hostile): Promise<string | undefined> {
  const timeOf = (size: number, times = 1) => {
    const text = textOf(shape, size);
    return processorTime(async () => {
      for (let done = 0; done < times; done += 1) await read(text);
    });
  };
  /** The shortest of up to five times, or the first that is allowed. */
  const shortest = async (size: number, allowed: number) => {
    let time = await timeOf(size);
    for (let again = 0; again < 4 && time > allowed; again += 1) time = Math.min(time, await timeOf(size));
    return time;
  };
  let whole = 0;
  for (let size = limit / 256; size <= limit; size *= 2) {
    whole = await shortest(size, longest);
    if (whole > longest) return `${size} characters take over ${longest} ms`;
  }
  if (whole <= floor) return undefined;
  const allowed = margin * (await timeOf(limit / parts, parts)) + floor;
  return whole > allowed && (await shortest(limit, allowed)) > allowed
    ? `${limit} characters take over ${margin} times as long in one as in ${parts} parts`
    : undefined;
}

function expectLinear(read: Read, limit: number): Promise<void> {
  return fc.assert(
    fc.asyncProperty(hostile, async (shape) => {
      expect(await faultOf(read, limit, shape)).toBeUndefined();
    }),
    { examples, numRuns: examples.length + generated, endOnFailure: true },
  );
}

const kilobyte = 1024;
const secret = new Uint8Array(32);

const { family, plan } = planById('CXN3') as CataloguePlan;
function orderWith(requirements: string) {
  return composeOrderMessage(family, plan, requirements);
}

function submissionOf(text: string): ListedSubmission {
  const typed = { name: text, email: text, company: text, phone: text, message: orderWith(text) };
  const ordered = { kind: 'order', planId: 'CXN3', orderedPlan: text, orderedPrice: text, unknownLines: text } as const;
  return listedSubmission({ ...typed, ...ordered, suspect: true, state: 'failed', lastError: text });
}

function mailWith(lastError: string): OutboxMail {
  const times = { pendingSince: 0, dueAt: 0, leaseUntil: null, sentAt: null, ...notFound };
  return { messageId: '<x@b.example>', kind: 'notice', state: 'failed', attempts: 1, ...times, lastError };
}

function jsonWith(text: string) {
  return { body: { ...submissionOf(text), email: text }, get: () => undefined } as unknown as Request;
}
function formWith(text: string) {
  return parsePlainForm(text, '::1', secret);
}
function faultWith(text: string) {
  return Object.assign(new Error(text), { code: text, originalCode: text, command: text });
}
function incoming(headers: IncomingMessage['headers']) {
  return { headers } as Request;
}
function targetWith(url: string) {
  const request = new IncomingMessage(new Socket());
  return normaliseTarget(Object.assign(request, { url, rawHeaders: ['Host', 'a'], httpVersion: '1.1' }));
}

const ready = createResponseCache({
  makers: new Map([['/', async () => ({ headers: { ETag: '"x"' }, body: Buffer.from('x'.repeat(1000)) })]]),
  addressOf: () => '/',
  commonHeaders: {},
  isEnabled: true,
  log: pino({ enabled: false }),
});
beforeAll(ready.fill);
function sendTo(headers: IncomingMessage['headers']): void {
  const request = Object.assign(new IncomingMessage(new Socket()), { method: 'GET' });
  Object.assign(request.headers, headers);
  ready.middleware(request, new ServerResponse(request), () => {});
}

const captcha = captchasOf(createProofOfWork(secret), undefined).contact;
function base64(text: string): string {
  return Buffer.from(text).toString('base64');
}

function challengeWith(text: string): string {
  return base64(JSON.stringify({ challenge: { parameters: { [text]: 1 }, signature: text } }));
}

const headersOf = 16 * kilobyte;
const token = 8 * kilobyte;
const mailHeaders = 128 * kilobyte;
const addresses = { mailFrom: 'a@b.example', mailTo: 'c@d.example' };
const about = (text: string) =>
  ({ messageId: '<x@b.example>', submissions: [submissionOf(text), submissionOf('x')] }) as const;

describe("the time to read others' text is linear in its length", () => {
  test.each<[string, number, Read]>([
    ['scrub', 64 * kilobyte, (text) => scrub(text)],
    ['scrubReport', 64 * kilobyte, (text) => scrubReport({ exception: { values: [{ value: text }, text] } })],
    ['normaliseText', limits.readPlainForm, normaliseText],
    ['isOrderMessage', limits.body, isOrderMessage],
    ['readOrder', limits.body, (text) => [readOrder(text), readOrder(orderWith(text))]],
    ['check of an order', limits.body, (text) => check(orderSchema, submissionOf(text))],
    ['checkSubmission of a message', limits.body, (text) => checkSubmission({ ...submissionOf(text), message: text })],
    ['checkSubmission of an order', limits.body, (text) => checkSubmission(submissionOf(text))],
    ['checkSubmission of an address', limits.body, (text) => checkSubmission({ email: `${text}@${text}.example` })],
    ['parseJson', limits.body, (text) => parseJson(jsonWith(text))],
    ['clientKey', headersOf, (text) => clientKey({ ip: text, socket: {} } as Request)],
    ['the plain form, its fields', limits.readPlainForm, (text) => formWith(`plan=CXN3&email=${text}&message=${text}`)],
    ['the plain form, whatever it holds', limits.readPlainForm, (text) => formWith(`${text}&plan=CXN3`)],
    ['readReference', limits.body, readReference],
    ['looksLikeSpam', limits.body, (text) => looksLikeSpam({ name: text, company: text })],
    ['composeNotice', limits.body, (text) => composeNotice(about(text), addresses)],
    ['composeConfirmation', limits.body, (text) => composeConfirmation(about(text), addresses)],
    ['confirmationRecipient', limits.body, (text) => confirmationRecipient(`${text}@${text}.example`, secret)],
    ['composeDigest', limits.body, (text) => composeDigest(about(text), addresses)],
    ['classifyFault', 64 * kilobyte, (text) => classifyFault(faultWith(text))],
    ['adviceFor', 64 * kilobyte, (text) => adviceFor(faultWith(text))],
    ["the chat host's name", headersOf, (text) => hostNameOf(incoming({ host: text }))],
    [
      'mediaTypeOf and isUtf8',
      headersOf,
      (text) => [mediaTypeOf(incoming({ 'content-type': text })), isUtf8(incoming({ 'content-type': text }))],
    ],
    ['escapeCharacters', 64 * kilobyte, escapeCharacters],
    ['csvOf', limits.body, (text) => csvOf(submissionOf(text))],
    ['jsonOf', limits.body, (text) => jsonOf(submissionOf(text))],
    ['detailsOf', limits.body, (text) => detailsOf(submissionOf(text), [mailWith(text)], null)],
    [
      'authenticationOf',
      mailHeaders,
      (text) => [authenticationOf(`Authentication-Results: ${text}`), authenticationOf(text)],
    ],
    [
      'bounceOf',
      mailHeaders,
      (text) => [bounceOf(`Action: failed\nStatus: ${text}`, `Message-ID: ${text}`), bounceOf(text, text)],
    ],
    ['normaliseTarget', headersOf, (text) => [targetWith(`/${text}`), targetWith(`http://${text}`), targetWith(text)]],
    ['Accept-Encoding', headersOf, (text) => sendTo({ 'accept-encoding': text })],
    ['If-None-Match', headersOf, (text) => sendTo({ 'if-none-match': text })],
    [
      'isForeign',
      headersOf,
      (text) =>
        isForeign(incoming({ origin: `https://${text}`, host: text }), { publicOrigin: '', publicOriginIsSet: false }),
    ],
    ['the captcha, its token as it is', token, (text) => captcha.verify(`eyJ${text}`, 0)],
    ['the captcha, its token as an object', token / 2, (text) => captcha.verify(base64(`{"challenge":${text}`), 0)],
    ['the captcha, a challenge in its token', token / 2, (text) => captcha.verify(challengeWith(text), 0)],
  ])('%s', (_name, limit, read) => expectLinear(read, limit));
});

test('a forged challenge costs no work: its signature is checked first', async () => {
  const challenge = await createProofOfWork(secret).issue(Date.now());
  const solution = { counter: 2 ** 32 - 1, derivedKey: '00'.repeat(32) };
  const { keySignature: _, ...unsigned } = { ...challenge.parameters, cost: 20_000_000 };
  for (const parameters of [
    unsigned,
    { ...unsigned, keyLength: 4096 },
    { ...challenge.parameters, cost: 20_000_000 },
  ]) {
    const forged = base64(JSON.stringify({ challenge: { ...challenge, parameters }, solution }));
    const time = await processorTime(async () => {
      expect(await captcha.verify(forged, Date.now())).toEqual({ verdict: 'invalid' });
    });
    expect(time).toBeLessThan(longest);
  }
});
