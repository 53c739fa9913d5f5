import { rmSync } from 'node:fs';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { startMailServer } from '../helpers/mail/mailServer.ts';
import { type App, startApp } from '../helpers/site/app.ts';
import { type LogLine, newDataDirectory } from '../helpers/site/site.ts';
import { receivedEarlier, storedIn } from '../helpers/store/stored.ts';
import { untilEnd } from '../helpers/untilEnd.ts';
import { post, postForm, submit, tokenFor } from '../helpers/visitor/posts.ts';
import { orderOf, person } from '../helpers/visitor/visitor.ts';

const limit = 4;
const minute = 60_000;
const suspect = { ...orderOf('CXN3'), company: 'www.spam.example' };

const mail = await untilEnd(startMailServer());

let dataDirectory: string;
let site: App;
async function start(): Promise<void> {
  const app = await startApp({
    DATA_DIR: dataDirectory,
    TRUST_PROXY: '1',
    SUBMISSION_FLOOD: String(limit),
    SMTP_URL: mail.url,
  });
  site = { ...app, dataDirectory };
}
async function restart(): Promise<void> {
  await site.stop();
  await start();
}
beforeEach(() => {
  dataDirectory = newDataDirectory();
  return start();
});
afterEach(async () => {
  await site.stop();
  rmSync(dataDirectory, { recursive: true });
});

/** Posts with a proof; resolves with the reference. */
async function prove(body: object): Promise<string> {
  return submit(site, body, { token: await tokenFor(site) });
}
/** The warnings that begin with `text`; waits for the first. */
async function warnings(text: string): Promise<string[]> {
  const isOne = ({ level, msg }: LogLine) => level === 40 && msg.startsWith(text);
  await site.waitForLog(isOne);
  return site.log.filter(isOne).map(({ msg }) => msg);
}
/** Posts once more than the limit, each time from a new address. */
async function flood(): Promise<void> {
  for (let sent = 0; sent <= limit; sent += 1) await submit(site);
  await post(site).expect(403);
  expect(await warnings('flood of submissions')).toHaveLength(1);
}
/** Makes so many of the first older than a flood lasts. */
function age(amount: number): void {
  for (const { reference } of storedIn(dataDirectory).slice(0, amount))
    receivedEarlier(dataDirectory, reference, 11 * minute);
}
function endFlood(): void {
  age(limit + 1);
}

test('during a flood a captcha is required, and the log warns once at its start and once at its end', async () => {
  await flood();
  expect((await mail.mailAbout(await prove(orderOf('CXN3')))).subject).toMatch(/^Order CXN3/);
  expect((await postForm(site, { ...person, plan: 'CXN3', message: 'kept' }).expect(403)).text).toContain('>kept<');
  endFlood();
  await post(site).expect(200);
  await post(site).expect(200);
  expect(await warnings('flood of submissions is over')).toHaveLength(1);
  expect(await warnings('flood of submissions')).toHaveLength(2);
});

test('a flood survives a restart of the server and ends at half of the limit', async () => {
  await flood();
  age(2);
  await post(site).expect(403);
  await restart();
  await post(site).expect(403);
  endFlood();
  await post(site).expect(200);
  expect(await warnings('flood of submissions')).toEqual(['flood of submissions is over']);
});

test('during a flood a flagged submission is mailed at once, marked as suspect', async () => {
  await flood();
  const reference = await prove(suspect);
  expect((await mail.mailAbout(reference)).subject).toMatch(/^\[suspect\] Order CXN3/);
});
