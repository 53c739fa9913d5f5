import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import request from 'supertest';
import { type MailServer, type ReceivedMail, startMailServer } from '../helpers/mail/mailServer.ts';
import { type LogLine, newDataDirectory, type Site, startSite } from '../helpers/site/site.ts';
import { receivedEarlier, storedIn } from '../helpers/store/stored.ts';
import { newToken } from '../helpers/visitor/proof.ts';
import { contactMessage, newAddress, orderOf, person, submissionsPath } from '../helpers/visitor/visitor.ts';

const limit = 4;
const minute = 60_000;

let mailServer: MailServer;
/** Whether the mail server refuses digests. */
let refuseDigests: boolean;
let dataDirectory: string;
let site: Site;
beforeAll(async () => {
  mailServer = await startMailServer({
    react: (step, raw) => {
      const isDigest = (raw.match(/^X-Reference:/gim)?.length ?? 0) > 1;
      return step === 'dot' && refuseDigests && isDigest ? '554 refused' : undefined;
    },
  });
});
afterAll(() => mailServer.stop());

function start() {
  return startSite(
    { TRUST_PROXY: '1', SUBMISSION_FLOOD: String(limit), SMTP_URL: mailServer.url, MAIL_RETRY_SECONDS: '1' },
    { dataDirectory },
  );
}
beforeEach(async () => {
  refuseDigests = false;
  dataDirectory = newDataDirectory();
  site = await start();
});
afterEach(() => site.stop());

function post(body: object = contactMessage) {
  return request(site.url).post(submissionsPath).set('X-Forwarded-For', newAddress()).send(body);
}
async function postProven(body: object) {
  return post(body).set('X-Captcha-Token', await newToken(site.url));
}
function referenceOf(answer: { headers: Record<string, string> }): string {
  return answer.headers['x-reference'] ?? '';
}
function referencesIn(mail: ReceivedMail): string[] {
  return mail.headers.filter(({ key }) => key === 'x-reference').map(({ value }) => value);
}
function mailAbout(reference: string) {
  return mailServer.waitForMail((mail) => referencesIn(mail).includes(reference));
}
/** The warnings that begin with `text`; waits for the first. */
async function warnings(text: string): Promise<string[]> {
  const isOne = ({ level, msg }: LogLine) => level === 40 && msg.startsWith(text);
  await site.waitForLog(isOne);
  return site.log.filter(isOne).map(({ msg }) => msg);
}
const suspect = { ...orderOf('CXN3'), company: 'www.spam.example' };

/** Posts once more than the limit, each time from a new address. */
async function flood(): Promise<void> {
  for (let sent = 0; sent <= limit; sent += 1) await post().expect(200);
  await post().expect(403);
  expect(await warnings('flood of submissions')).toHaveLength(1);
}
/** Kills and starts the server with all pending mail due. A database that others share is not made so by a start. */
async function restartWithMailDue(): Promise<void> {
  site.signal('SIGKILL');
  await site.ended;
  site = await start();
}
function endFlood(): void {
  for (const { reference } of storedIn(dataDirectory)) receivedEarlier(dataDirectory, reference, 11 * minute);
}

test('during a flood a captcha is required, and the log warns once at its start and once at its end', async () => {
  await flood();
  const page = await post()
    .type('form')
    .send({ ...person, plan: 'CXN3', message: 'Two of them, please.' })
    .expect(403);
  for (const kept of [person.name, 'Two of them, please.', 'tel:', 'mailto:', 'https://wa.me/'])
    expect(page.text).toContain(kept);
  const proven = await postProven(orderOf('CXN3'));
  expect(proven.status).toBe(200);
  expect((await mailAbout(referenceOf(proven))).subject).toMatch(/^Order CXN3/);
  endFlood();
  await post().expect(200);
  await post().expect(200);
  expect(await warnings('flood of submissions is over')).toHaveLength(1);
  expect(await warnings('flood of submissions')).toHaveLength(2);
});

test('a flood survives a restart of the server and ends at half of the limit', async () => {
  await flood();
  for (const { reference } of storedIn(dataDirectory).slice(0, 2))
    receivedEarlier(dataDirectory, reference, 11 * minute);
  await post().expect(403);
  site.signal('SIGKILL');
  await site.ended;
  site = await start();
  await post().expect(403);
  endFlood();
  await post().expect(200);
  expect(await warnings('flood of submissions')).toEqual(['flood of submissions is over']);
});

test('during a flood flagged submissions wait and share a digest that names each reference', async () => {
  await flood();
  const flagged = [await postProven(suspect), await postProven({ ...suspect, name: 'Someone Else' })].map(referenceOf);
  const clean = referenceOf(await postProven(orderOf('CXN3')));
  await mailAbout(clean);
  for (const { reference, state, received_at, next_attempt_at } of storedIn(dataDirectory)) {
    if (!flagged.includes(reference)) continue;
    expect(state).toBe('pending');
    expect(next_attempt_at - received_at).toBeLessThanOrEqual(10 * minute);
  }
  await restartWithMailDue();
  const digest = await mailAbout(flagged[0] ?? '');
  expect(referencesIn(digest).sort()).toEqual([...flagged].sort());
  expect(digest.subject).toMatch(/^\[suspect\] 2 submissions/);
  for (const text of [...flagged, 'Someone Else', person.email, 'Selected Plan: CXN3'])
    expect(digest.text).toContain(text);
  for (const reference of flagged) {
    await site.waitForLog((line) => line.msg === 'mail delivered' && line.reference === reference);
    expect(mailServer.mails.filter((mail) => referencesIn(mail).includes(reference))).toHaveLength(1);
  }
});

test('if a digest is refused, each of its submissions is sent by itself', async () => {
  await flood();
  const flagged = [await postProven(suspect), await postProven({ ...suspect, name: 'Someone Else' })].map(referenceOf);
  refuseDigests = true;
  await restartWithMailDue();
  for (const reference of flagged) expect(referencesIn(await mailAbout(reference))).toEqual([reference]);
  expect(await warnings('digest refused')).toHaveLength(1);
});

test('a submission that waits for a digest is sent by itself after the flood', async () => {
  await flood();
  const reference = referenceOf(await postProven(suspect));
  endFlood();
  await post().expect(200);
  await restartWithMailDue();
  expect(referencesIn(await mailAbout(reference))).toEqual([reference]);
});
