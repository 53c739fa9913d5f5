import { expect, test } from '@jest/globals';
import { type MailServer, startMailServer } from '../helpers/mail/mailServer.ts';
import { type App, startApp } from '../helpers/site/app.ts';
import { untilEnd } from '../helpers/untilEnd.ts';
import { rowOf, submit } from '../helpers/visitor/posts.ts';
import { contactMessage } from '../helpers/visitor/visitor.ts';

const login = { user: 'website', password: 'correct-horse' };
const { user, password } = login;
/** This IP address leads to this machine, but is no loopback address. So the server takes it for another machine. */
const elsewhere = '0.0.0.0';

/** Starts a mail server that requires a login, and allows it without encryption. `encrypts`: whether STARTTLS is offered. */
function startMailServerWithLogin(encrypts: boolean, port = 0): Promise<MailServer> {
  return untilEnd(startMailServer({ login, port, ...(encrypts ? { tls: 'starttls' } : {}) }));
}

/** Posts a message to a new site with a new mail server. In the result, `fault` waits for the warning about the mail. */
async function sendBy(encrypts: boolean, host: string, query = '') {
  const mail = await startMailServerWithLogin(encrypts);
  const SMTP_URL = `smtp://${user}:${password}@${host}:${mail.port}${query}`;
  const site = await untilEnd(startApp({ SMTP_URL, MAIL_RETRY_SECONDS: '1' }));
  const reference = await submit(site);
  const fault = () => site.waitForLog((line) => line.level === 40 && line.reference === reference);
  return { mail, site, reference, fault };
}

function expectNoPassword({ log }: App): void {
  expect(JSON.stringify(log)).not.toContain(password);
}
function base64(text: string): string {
  return Buffer.from(text).toString('base64');
}
const openLogin = `AUTH PLAIN ${base64(`\0${user}\0${password}`)}`;

test('to a mail server without TLS no password is sent, and the log says what to do', async () => {
  const { mail, site, reference, fault } = await sendBy(false, elsewhere, '?tls.rejectUnauthorized=false');
  const advice = expect.stringMatching(/offers no encryption.*smtps:\/\/.*\?requireTLS=false/);
  expect(await fault()).toMatchObject({ msg: 'mail configuration at fault: will try again', advice });
  expect(rowOf(site, reference)).toMatchObject({ state: 'pending', last_error: advice });

  await mail.stop();
  const encrypting = await startMailServerWithLogin(true, mail.port);
  await encrypting.mailAbout(reference);
  const inClear = mail.sentInClear() + encrypting.sentInClear();
  expect(inClear).toContain('STARTTLS');
  for (const secret of ['AUTH', password, base64(password), contactMessage.name]) expect(inClear).not.toContain(secret);
  expectNoPassword(site);
});

test.each([
  ['mail.localhost', ''],
  [elsewhere, '?requireTLS=false'],
])('with the host %s%s in SMTP_URL the password is sent in clear', async (host, query) => {
  const { mail, site, reference } = await sendBy(false, host, query);
  await mail.mailAbout(reference);
  expect(mail.sentInClear()).toContain(openLogin);
  expectNoPassword(site);
});

test('no password is sent to a mail server with an untrusted certificate', async () => {
  const { mail, fault } = await sendBy(true, elsewhere);
  expect((await fault()).advice).toContain('comes from an authority that is not known here');
  expect(mail.sentInClear()).not.toContain('AUTH');
});

test('a mail server on this machine may have a self-signed certificate, and the password is encrypted', async () => {
  const { mail, reference } = await sendBy(true, 'localhost');
  await mail.mailAbout(reference);
  expect(mail.sentInClear()).not.toContain('AUTH');
});
