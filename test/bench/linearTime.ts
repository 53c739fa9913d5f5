import type { IncomingMessage } from 'node:http';
import type { Request } from 'express';
import { clientKey } from '../../server/http/clientKey.ts';
import { isForeign } from '../../server/http/origin.ts';
import { isUtf8, mediaTypeOf } from '../../server/http/request.ts';
import { createProofOfWork } from '../../server/intake/captcha/proofOfWork.ts';
import { readOrder } from '../../server/intake/order.ts';
import { parsePlainForm } from '../../server/intake/parsedPost.ts';
import { escapeCharacters } from '../../server/lib/escapeCharacters.ts';
import { readReference } from '../../server/lib/reference.ts';
import { bounceOf } from '../../server/mail/arrival/bounce.ts';
import { composeConfirmation } from '../../server/mail/confirmation.ts';
import { composeNotice } from '../../server/mail/notice.ts';
import { classifyFault } from '../../server/mail/smtpFault.ts';
import { csvOf } from '../../server/operations/commands/records.ts';
import { confirmationRecipient } from '../../server/outbox/confirmationCap.ts';
import { looksLikeSpam } from '../../server/outbox/flags.ts';
import { scrub } from '../../shared/scrub.ts';
import { limits } from '../../shared/submission.ts';
import { checkSubmission, normaliseText } from '../../shared/submissionSchemas.ts';
import { listedSubmission } from '../helpers/visitor/visitor.ts';
import type { Section } from './measurement.ts';

/** Texts that are known to slow expressions down, and texts that ours match. Each is repeated to the size that is read. */
const pieces = [
  ...['%40', '@', 'a@', 'a@b.', 'a.', '.', '-', 'a-', '/', '//', '?', '#', '=', '=?', '= ', '===', '1', '1 ', '+1'],
  ...['\n', '\r\n', ' ', '\t', '"', "'", '<', '>', ', ', ';', '; ', '&a=', '%', 'W/', 'q=0.0', '*', 'www.', 'https://'],
  ...['Price: \n', '{"a":', '[', '\\', 'e', '\0', '\u001b', '\u2028', '\ud800', '＝', 'é'],
];

type Read = (text: string) => unknown;

const kilobyte = 1024;
const headers = 16 * kilobyte;
const mail = 128 * kilobyte;
const secret = new Uint8Array(32);
const addresses = { mailFrom: 'a@b.example', mailTo: 'c@d.example' };
const site = { publicOrigin: '', publicOriginIsSet: false };
const proofOfWork = createProofOfWork(async () => secret);

function incoming(given: IncomingMessage['headers']) {
  return { headers: given } as Request;
}
function submissionOf(text: string) {
  const typed = { name: text, email: text, company: text, phone: text, message: text };
  return listedSubmission({ ...typed, kind: 'order', orderedPlan: text, orderedPrice: text, unknownLines: text });
}
function mailAbout(text: string) {
  return { messageId: '<x@b.example>', submission: submissionOf(text) } as const;
}

/** What reads the text of strangers, and how much of it. */
const readers: readonly (readonly [name: string, limit: number, read: Read])[] = [
  ['scrub', 64 * kilobyte, (text) => scrub(text)],
  ['normaliseText', limits.readPlainForm, normaliseText],
  ['readOrder', limits.body, readOrder],
  ['checkSubmission', limits.body, (text) => checkSubmission(submissionOf(text))],
  ['checkSubmission of an address', limits.body, (text) => checkSubmission({ email: `${text}@${text}.example` })],
  ['parsePlainForm', limits.readPlainForm, (text) => parsePlainForm(`${text}&message=${text}`, '::1')],
  ['clientKey', headers, (text) => clientKey({ ip: text, socket: {} } as Request)],
  ['mediaTypeOf', headers, (text) => mediaTypeOf(incoming({ 'content-type': text }))],
  ['isUtf8', headers, (text) => isUtf8(incoming({ 'content-type': text }))],
  ['isForeign', headers, (text) => isForeign(incoming({ origin: text, host: text }), site)],
  ['readReference', limits.body, readReference],
  ['looksLikeSpam', limits.body, (text) => looksLikeSpam({ name: text, company: text })],
  ['composeNotice', limits.body, (text) => composeNotice(mailAbout(text), addresses)],
  ['composeConfirmation', limits.body, (text) => composeConfirmation(mailAbout(text), addresses)],
  ['confirmationRecipient', limits.body, (text) => confirmationRecipient(`${text}@${text}.example`, secret)],
  ['classifyFault', 64 * kilobyte, (text) => classifyFault(Object.assign(new Error(text), { code: text }))],
  ['escapeCharacters', 64 * kilobyte, escapeCharacters],
  ['csvOf', limits.body, (text) => csvOf(submissionOf(text))],
  ['bounceOf', mail, (text) => bounceOf(`Action: failed\nStatus: ${text}`, `Message-ID: ${text}`)],
  ['the proof of work', 8 * kilobyte, (text) => proofOfWork.verify(text, 0)],
];

const parts = 32;
const mostTimes = 8;
/** Processor time in milliseconds that is added to both sides: what a measurement may be wrong by. */
const error = 5;

async function timeOf(read: Read, text: string, times: number): Promise<number> {
  const begun = process.cpuUsage();
  for (let done = 0; done < times; done += 1) await read(text);
  const { user, system } = process.cpuUsage(begun);
  return (user + system) / 1000 + error;
}

/** How many times as long one text takes as the same amount in parts: about once if the time is linear. */
async function ratioOf(read: Read, piece: string, size: number): Promise<number> {
  const text = piece.repeat(size).slice(0, size);
  const inParts = await timeOf(read, text.slice(0, size / parts), parts);
  let ratio = Number.POSITIVE_INFINITY;
  for (let tries = 0; tries < 3 && ratio > mostTimes; tries += 1)
    ratio = Math.min(ratio, (await timeOf(read, text, 1)) / inParts);
  return ratio;
}

/** The time to read others' text is linear in its length: the worst of all pieces for each reader. */
export const linearTime: Section = async (report) => {
  for (const [name, limit, read] of readers) {
    let worst = 0;
    for (const piece of pieces)
      for (let size = limit / 64; size <= limit && worst <= mostTimes; size *= 8)
        worst = Math.max(worst, await ratioOf(read, piece, size));
    report(`${name}, whole against parts`, worst, 'times', { atMost: mostTimes });
  }
};
