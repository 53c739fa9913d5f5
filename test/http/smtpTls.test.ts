import { afterEach, expect, test } from '@jest/globals';
import request from 'supertest';
import { type MailServer, startMailServer } from '../helpers/mail/mailServer.ts';
import { startWire, type Wire } from '../helpers/mail/wire.ts';
import { type Site, startSite } from '../helpers/site/site.ts';
import { storedIn } from '../helpers/store/stored.ts';
import { contactMessage, submissionsPath } from '../helpers/visitor/visitor.ts';

const login = { user: 'website', password: 'correct-horse' };
const { user, password } = login;
/** Connects to this machine, but is not a loopback address. */
const elsewhere = '0.0.0.0';

const ends: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

/** A mail server that requires a login, and accepts it without encryption too. */
async function startMail({ encrypts, port }: { encrypts: boolean; port?: number }): Promise<MailServer> {
  const mail = await startMailServer({
    login,
    ...(port ? { port } : {}),
    ...(encrypts ? { tls: 'starttls' } : {}),
  });
  ends.push(mail.stop);
  return mail;
}

async function startBoth(
  encrypts: boolean,
  host: string,
  query = '',
): Promise<{ mail: MailServer; wire: Wire; site: Site }> {
  const mail = await startMail({ encrypts });
  const wire = await startWire(mail.port);
  ends.push(wire.stop);
  const site = await startSite({
    SMTP_URL: `smtp://${user}:${password}@${host}:${wire.port}${query}`,
    MAIL_RETRY_SECONDS: '1',
  });
  ends.push(site.stop);
  return { mail, wire, site };
}

function send(site: Site) {
  return request(site.url).post(submissionsPath).send(contactMessage).expect(200);
}
function waives(site: Site): boolean {
  return site.log.some(({ msg }) => msg.startsWith('SMTP_URL weakens') && msg.includes('requireTLS=false'));
}
function base64(text: string): string {
  return Buffer.from(text).toString('base64');
}
const openLogin = `AUTH PLAIN ${base64(`\0${user}\0${password}`)}`;

test.each(['?tls.rejectUnauthorized=false', '?tls.rejectUnauthorized=false&ignoreTLS=true'])(
  'without TLS no password is sent, and the log says what to do (%s)',
  async (query) => {
    const { mail, wire, site } = await startBoth(false, elsewhere, query);
    await send(site);
    const line = await site.waitForLog(({ level, reference }) => level === 40 && reference !== undefined);
    expect(line.msg).toBe('mail configuration at fault: will try again');
    const advice = expect.stringMatching(/offers no encryption.*smtps:\/\/.*\?requireTLS=false/);
    expect(line.advice).toEqual(advice);
    expect(storedIn(site.dataDirectory)).toEqual([expect.objectContaining({ state: 'pending', last_error: advice })]);

    await mail.stop();
    const encrypting = await startMail({ encrypts: true, port: mail.port });
    await encrypting.waitForMail();
    await site.waitForLog(({ msg }) => msg === 'mail delivered');
    expect(wire.sent()).toContain('STARTTLS');
    for (const secret of ['AUTH', password, base64(password), contactMessage.name])
      expect(wire.sent()).not.toContain(secret);
    expect(waives(site)).toBe(false);
    expect(site.output()).not.toContain(password);
  },
);

test('with requireTLS=false the password is sent in clear, and the log at the start warns', async () => {
  const { mail, wire, site } = await startBoth(false, elsewhere, '?requireTLS=false');
  await send(site);
  await mail.waitForMail();
  expect(wire.sent()).toContain(openLogin);
  expect(waives(site)).toBe(true);
  expect(site.output()).not.toContain(password);
});

test.each(['127.0.0.1', 'localhost', 'mail.localhost'])('a login on this machine (%s) needs no TLS', async (host) => {
  const { mail, wire, site } = await startBoth(false, host);
  await send(site);
  await mail.waitForMail();
  expect(wire.sent()).toContain(openLogin);
  expect(waives(site)).toBe(false);
});

test('to a server with an untrusted certificate no password is sent', async () => {
  const { wire, site } = await startBoth(true, elsewhere);
  await send(site);
  const line = await site.waitForLog(({ level, reference }) => level === 40 && reference !== undefined);
  expect(line.advice).toContain('its certificate must be valid');
  expect(wire.sent()).not.toContain('AUTH');
});
