import { expect, test } from '@jest/globals';
import { startMailServer } from '../helpers/mail/mailServer.ts';
import { type Received, startReceivingServer } from '../helpers/network/receiver.ts';
import { startApp } from '../helpers/site/app.ts';
import { freePort } from '../helpers/site/freePort.ts';
import { startSite } from '../helpers/site/site.ts';
import { untilEnd } from '../helpers/untilEnd.ts';
import { post, submit } from '../helpers/visitor/posts.ts';
import { contactMessage } from '../helpers/visitor/visitor.ts';

const mail = await untilEnd(startMailServer());
const alarms = await untilEnd(startReceivingServer());
const heartbeats = await untilEnd(startReceivingServer());
const site = await untilEnd(
  startApp({
    SMTP_URL: mail.url.replace('//', '//website:secret@'),
    MAIL_RETRY_SECONDS: '1',
    ALARM_URL: alarms.url,
    HEARTBEAT_URL: heartbeats.url,
  }),
);

/** Waits for a request to ALARM_URL whose body has this text, and for the same body in the log. Resolves with the request. */
async function posted(text: string): Promise<Received> {
  const received = await alarms.waitFor(({ body }) => body.includes(text));
  await site.waitForLog(({ msg }) => msg === received.body);
  return received;
}

test('a login that the mail server refuses raises one alarm at once, with advice, and the end is reported', async () => {
  mail.react = (step) => (step === 'auth' ? '535 wrong credentials' : undefined);
  await submit(site);
  const { headers } = await posted('check user name, password and port in SMTP_URL');
  expect(headers['content-type']).toContain('text/plain');
  // The second attempt to send the mail does not raise the alarm again.
  await site.waitForLog(({ msg, attempts }) => msg.startsWith('mail configuration at fault') && attempts === 2);
  mail.react = () => undefined;
  await posted('No mail waits because of a wrong configuration any more');
  const lines = site.log.filter(({ alarm }) => alarm === 'mail-configuration');
  expect(lines.map(({ level }) => level)).toEqual([50, 30]);
  for (const value of Object.values(contactMessage))
    expect(JSON.stringify([alarms.all, heartbeats.all])).not.toContain(value);
});

test('alarm receivers that hang or are down delay neither answers nor the stop, and are logged once', async () => {
  alarms.answer = () => {};
  const HEARTBEAT_URL = `http://127.0.0.1:${await freePort()}/`;
  const other = await startSite({ ALARM_URL: alarms.url, HEARTBEAT_URL });
  await post(other).expect(200);
  await other.waitForLog(({ msg }) => msg.startsWith('HEARTBEAT_URL fails'));
  expect(await other.stop()).toEqual({ exitCode: 0, signal: null });
  expect(other.log.filter(({ msg }) => /^(?:ALARM|HEARTBEAT)_URL/.test(msg))).toHaveLength(1);
});
