import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { startMailServer } from '../helpers/mail/mailServer.ts';
import { startReceivingServer } from '../helpers/network/receiver.ts';
import { type App, startApp } from '../helpers/site/app.ts';
import type { LogLine } from '../helpers/site/site.ts';
import { receivedEarlier, storedIn } from '../helpers/store/stored.ts';
import { directoryUntilEnd, untilEnd } from '../helpers/untilEnd.ts';
import { post, postForm, submit, tokenFor } from '../helpers/visitor/posts.ts';
import { orderOf, person } from '../helpers/visitor/visitor.ts';

const limit = 4;
const minute = 60_000;
const suspect = { ...orderOf('CXN3'), company: 'www.spam.example' };
const mail = await untilEnd(startMailServer());
const alarms = await untilEnd(startReceivingServer());

let site: App;
function start(dataDirectory: string): Promise<App> {
  const settings = { TRUST_PROXY: '1', SUBMISSION_FLOOD: String(limit), SMTP_URL: mail.url, ALARM_URL: alarms.url };
  return startApp({ ...settings, DATA_DIR: dataDirectory });
}
beforeEach(async () => {
  site = await start(directoryUntilEnd());
});
afterEach(() => site.stop());

/** Waits for the first warning in the log that begins with `text`. Resolves with all such warnings. */
async function warnings(text: string): Promise<string[]> {
  const isOne = ({ level, msg }: LogLine) => level === 40 && msg.startsWith(text);
  await site.waitForLog(isOne);
  return site.log.filter(isOne).map(({ msg }) => msg);
}
/** Posts one submission more than the limit, each from a new IP address, and expects that this is a flood. */
async function flood(): Promise<void> {
  for (let sent = 0; sent <= limit; sent += 1) await submit(site);
  await post(site).expect(403);
  expect(await warnings('flood of submissions')).toHaveLength(1);
}
/** Makes the first `amount` submissions older. For a flood, only submissions of the last 10 minutes count. */
function age(amount: number, minutes = 11): void {
  for (const { reference } of storedIn(site.dataDirectory).slice(0, amount))
    receivedEarlier(site.dataDirectory, reference, minutes * minute);
}

test('during a flood a captcha is required, and the log warns once at its start and once at its end', async () => {
  await flood();
  for (const body of [orderOf('CXN3'), suspect]) {
    const reference = await submit(site, body, { token: await tokenFor(site) });
    const subject = body === suspect ? /^\[suspect\] Order CXN3/ : /^Order CXN3/;
    expect((await mail.mailAbout(reference)).subject).toMatch(subject);
  }
  expect((await postForm(site, { ...person, plan: 'CXN3', message: 'kept' }).expect(403)).text).toContain('>kept<');
  age(limit + 1);
  await post(site).expect(200);
  await post(site).expect(200);
  expect(await warnings('flood of submissions is over')).toHaveLength(1);
  expect(await warnings('flood of submissions')).toHaveLength(2);
  await alarms.waitFor(({ body }) => body.startsWith('flood of submissions: captchas'));
  await alarms.waitFor(({ body }) => body === 'flood of submissions is over');
});

test('a flood of submissions lasts over a restart of the server, and ends at half of the limit', async () => {
  await flood();
  age(limit + 1, 9);
  await post(site).expect(403);
  age(2);
  await post(site).expect(403);
  await site.stop();
  site = await start(site.dataDirectory);
  await post(site).expect(403);
  age(3);
  await post(site).expect(200);
  expect(await warnings('flood of submissions')).toEqual(['flood of submissions is over']);
});
