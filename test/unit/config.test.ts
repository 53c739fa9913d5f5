import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { expect, test } from '@jest/globals';
import { checkConfig, readConfig } from '../../server/config/config.ts';
import { configure } from '../../server/config/configure.ts';
import { imapOptions } from '../../server/config/mailServerUrl.ts';
import { OperatorError } from '../../server/lib/errors.ts';
import { company } from '../../shared/company.ts';
import { certificate, localCertificate } from '../helpers/mail/certificate.ts';
import { directoryUntilEnd } from '../helpers/untilEnd.ts';

const folder = directoryUntilEnd();

function read(environment: Record<string, string>) {
  return readConfig({ DATA_DIR: folder, ...environment });
}
/** The configuration as one object, in which the settings of all groups are side by side. */
function flat(environment: Record<string, string>): Readonly<Record<string, unknown>> {
  const { http, store, mail, mailbox, limits, captcha, operations } = read(environment);
  return { ...http, ...store, ...mail, ...mail.settings, ...mailbox, ...limits, ...captcha, ...operations };
}
function faultsOf(environment: Record<string, string>): readonly string[] {
  try {
    read(environment);
    return [];
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error;
    return error.message.split('\n  ').slice(1);
  }
}

const database = 'postgres://site:p%40ss@db.example:5433/website?sslmode=verify-full&sslrootcert=/etc/db.crt';
const smtpUrl = 'smtps://user:p%40ss@mail.example:465';
const day = 86_400_000;

test.each([
  ['HOST', 'host', '0.0.0.0', '127.0.0.1', '127.0.0.1'],
  ['PORT', 'port', 3000, '8080', 8080],
  ['PUBLIC_ORIGIN', 'publicOrigin', 'http://localhost:3000', 'https://www.site.example/', 'https://www.site.example'],
  ['PUBLIC_ORIGIN', 'publicOriginIsSet', false, 'https://www.site.example/', true],
  ['DATABASE_URL', 'databaseUrl', undefined, database, database],
  ['SMTP_URL', 'smtpUrl', undefined, `${smtpUrl}?name=x.example`, `${smtpUrl}?name=x.example`],
  ['MAIL_FROM', 'mailFrom', company.email, 'Website <site@site.example>', 'Website <site@site.example>'],
  ['MAIL_TO', 'mailTo', company.email, 'sales@site.example', 'sales@site.example'],
  ['IMAP_URL', 'imapUrl', undefined, 'imaps://user:p%40ss@mail.example', 'imaps://user:p%40ss@mail.example'],
  ['MAIL_CONFIRM', 'mailConfirm', false, 'true', true],
  ['MAIL_CONFIRM_HOURLY', 'mailConfirmCaps', { hourly: 30, daily: 200 }, '5', { hourly: 5, daily: 200 }],
  ['MAIL_CONFIRM_DAILY', 'mailConfirmCaps', { hourly: 30, daily: 200 }, '9', { hourly: 30, daily: 9 }],
  ['MAIL_RETRY_SECONDS', 'mailRetryMilliseconds', 30_000, '5', 5_000],
  ['MAIL_GIVE_UP_HOURS', 'mailGiveUpMilliseconds', 5 * day, '2', 7_200_000],
  ['TRUST_PROXY', 'trustedProxies', 0, '2', 2],
  ['HSTS_SUBDOMAINS', 'hstsSubdomains', false, 'true', true],
  ['SUBMISSION_LIMIT', 'submissionLimit', 10, '3', 3],
  ['SUBMISSION_WINDOW_SECONDS', 'submissionWindowMilliseconds', 600_000, '60', 60_000],
  ['SUBMISSION_FLOOD', 'submissionFlood', 200, '5', 5],
  ['CAPTCHA_ENFORCE', 'isEnforced', false, 'true', true],
  ['SENTRY_DSN', 'sentryDsn', undefined, 'https://key@sentry.example/1', 'https://key@sentry.example/1'],
  ['CHAT_WIDGET_SRC', 'chatWidgetSource', undefined, 'https://embed.example/chat.js', 'https://embed.example/chat.js'],
  ['REMOTE_SUPPORT_URL', 'remoteSupportUrl', company.remoteSupportUrl, 'https://get.example/', 'https://get.example/'],
  ['RETENTION_DAYS', 'retentionMilliseconds', 365 * day, '30', 30 * day],
  ['METRICS_PORT', 'metricsPort', undefined, '9464', 9464],
  ['ALARM_URL', 'alarmUrl', undefined, 'https://user:pass@ntfy.example/t', 'https://user:pass@ntfy.example/t'],
  ['BACKUP_DIR', 'backupDirectory', undefined, '/srv/website/backups', '/srv/website/backups'],
  ['ALARM_FORMAT', 'alarmFormat', 'text', 'json', 'json'],
  ['HEARTBEAT_URL', 'heartbeatUrl', undefined, 'http://hc.example/ping/1', 'http://hc.example/ping/1'],
  ['LOG_LEVEL', 'logLevel', 'info', 'debug', 'debug'],
] as const)('the variable %s is read as %s, by default %p', (variable, name, unset, given, expected) => {
  expect(flat({})[name]).toEqual(unset);
  expect(flat({ [variable]: given })[name]).toEqual(expected);
});

test('data are kept in ./data, hCaptcha itself verifies its tokens, and only a socket passed to this process is used', () => {
  expect(checkConfig({}).store.dataDirectory).toBe('./data');
  const hCaptcha = { siteKey: 'key', secret: 'word', verifyUrl: 'https://api.hcaptcha.com/siteverify' };
  expect(flat({ HCAPTCHA_SITE_KEY: 'key', HCAPTCHA_SECRET: 'word' })).toMatchObject({ hCaptcha, socket: undefined });
  const socketOf = (pid: number, amount = '1') => flat({ LISTEN_PID: String(pid), LISTEN_FDS: amount }).socket;
  expect([socketOf(process.pid), socketOf(process.ppid), socketOf(process.pid, '0')]).toEqual([
    3,
    undefined,
    undefined,
  ]);
});

test('an empty variable counts as unset', () => {
  expect(flat({ PORT: '', SMTP_URL: ' ' })).toMatchObject({ port: 3000, smtpUrl: undefined });
});

test.each([
  ['PORT', ['-1', '65536', '3000.5', '0x10', 'http', '1e3']],
  ['PUBLIC_ORIGIN', ['www.example.com', 'https://example.com/path', 'ftp://example.com', 'https://u@example.com/']],
  [
    'SMTP_URL',
    [
      ...['mail.example', 'http://mail.example', 'smtp://', 'smtp://user:12/3@mail.example'],
      ...['smtp://user:100%sure@mail.example', 'smtp://user:12?3@mail.example', 'smtp://user:12#3@mail.example'],
      ...['smtp://mail.example?requireTLS=0', 'smtp://mail.example?requiretls=false'],
      ...['smtp://mail.example?requireTLS=false&requireTLS=true', 'smtps://mail.example?secure=false'],
      ...['smtp://127.0.0.1?service=SendGrid', 'smtp://mail.example?ignoreTLS=true'],
      ...['smtp://mail.example?name=', 'smtp://mail.example?name=a&name=b', 'smtp://mail.example?name=a%0D%0ARSET'],
    ],
  ],
  [
    'DATABASE_URL',
    [
      ...['db.example', 'mysql://db.example/site', 'postgres://db.example/', 'postgres://db.example:0/site'],
      ...['postgres://one.example,two.example/site', 'postgres://user:a%zz@db.example/site'],
      ...['postgres://user:pass#word@db.example/site', 'postgres://db.example/site?sslmode=require'],
      ...['postgres://db.example/site?ssl=true', 'postgres://db.example/site?statement_timeout=0'],
      'postgres://db.example/site?sslmode=disable&sslmode=verify-full',
    ],
  ],
  [
    'IMAP_URL',
    [
      ...['imap.example', 'smtps://user:pass@mail.example', 'imaps://mail.example', 'imaps://user@mail.example'],
      ...['imaps://user:pass@mail.example/INBOX', 'imaps://user:pass@mail.example?name=x.example'],
      'imaps://user:pass@mail.example?tls.rejectUnauthorized=no',
    ],
  ],
  ['MAIL_CONFIRM', ['yes', 'TRUE', '1']],
  ['CAPTCHA_ENFORCE', ['yes', 'TRUE', '1']],
  ['HCAPTCHA_SITE_KEY', ['key without a secret']],
  ['HCAPTCHA_SECRET', ['secret without a key']],
  ['ALARM_FORMAT', ['JSON', 'slack']],
  ['MAIL_FROM', ['nobody', 'a@b, c@d', 'Name <a@b>\r\nBcc: x@y']],
  ['MAIL_TO', ['nobody', '<>', 'a@b c@d', 'a@b, Sales <c@d>', 'Sales <a@b,c@d>', 'a@b;c@d']],
  ['MAIL_RETRY_SECONDS', ['0', '-5', '3601', 'soon']],
  ['MAIL_GIVE_UP_HOURS', ['0', '1.5']],
  ['TRUST_PROXY', ['true', '-1', '17']],
  ['SUBMISSION_LIMIT', ['0', 'ten']],
  ['SUBMISSION_WINDOW_SECONDS', ['0', '99999999']],
  ['CHAT_WIDGET_SRC', ['javascript:alert(1)', 'embed.example']],
  ['CHAT_ORIGIN', ['chat.example', 'https://chat.example/chat', 'https://chat.example']],
  ['SUBMISSION_FLOOD', ['0', 'ten']],
  ['REMOTE_SUPPORT_URL', ['javascript:alert(1)', 'teamviewer']],
  ['RETENTION_DAYS', ['0', 'forever', '366']],
  ['METRICS_PORT', ['-1', '65536', 'on', '3000']],
  ['ALARM_URL', ['ntfy.example/topic', 'ftp://ntfy.example', 'https://']],
  ['HEARTBEAT_URL', ['hc.example', 'javascript:alert(1)']],
  ['LOG_LEVEL', ['loud', 'INFO']],
  ['SENTRY_DSN', ['https://example.com']],
  ['NODE_EXTRA_CA_CERTS', ['/missing.pem', folder, import.meta.filename]],
] as const)('the variable %s refuses each of %j', (name, values) => {
  for (const value of values)
    expect([value, faultsOf({ [name]: value })]).toEqual([value, [expect.stringMatching(name)]]);
});

test("CHAT_ORIGIN needs another host than the site, and https if the site's origin has it", () => {
  const site = { PUBLIC_ORIGIN: 'https://www.cirrux.example' };
  const faults = (origin: string) => faultsOf({ ...site, CHAT_ORIGIN: origin });
  expect(faults('http://chat.cirrux.example')).toEqual([expect.stringMatching(/^CHAT_ORIGIN: .*https/)]);
  for (const own of ['https://www.cirrux.example', 'https://WWW.cirrux.example:8443'])
    expect(faults(own)).toEqual([expect.stringMatching(/^CHAT_ORIGIN: .*another host name/)]);
  expect(faultsOf({ CHAT_ORIGIN: 'http://chat.localhost:3000' })).toEqual([]);
  const { http } = read({ ...site, CHAT_ORIGIN: 'https://Chat.cirrux.example/' });
  expect(http.chatOrigin).toBe('https://chat.cirrux.example');
});

test.each([
  [{ PUBLIC_ORIGIN: 'https://www.site.example' }, 'www.site.example'],
  [{ PUBLIC_ORIGIN: 'https://203.0.113.7' }, 'from.example'],
  [{ PUBLIC_ORIGIN: 'http://website:3000' }, 'from.example'],
  [{ MAIL_FROM: 'Website <site@b\u00fccher.example>' }, 'xn--bcher-kva.example'],
  [{ SMTP_URL: `${smtpUrl}?name=[203.0.113.7]`, PUBLIC_ORIGIN: 'https://www.site.example' }, '[203.0.113.7]'],
])('with %j the site greets the mail server as %s', (environment, name) => {
  const url = new URL(String(flat({ SMTP_URL: smtpUrl, MAIL_FROM: 'site@from.example', ...environment }).smtpUrl));
  expect(url.searchParams.getAll('name')).toEqual([name]);
});

test.each(['SMTP_URL', 'IMAP_URL'])('the message about a faulty %s does not show its value', (name) => {
  const faults = faultsOf({ [name]: 'smtp://user:12?secret@mail.example' }).join();
  expect(faults).toContain(name);
  expect(faults).not.toMatch(/secret|mail\.example/);
});

test.each([
  ['imaps://us%40er:p%2Fss@mail.example', { host: 'mail.example', port: 993, secure: true }],
  ['imap://us%40er:p%2Fss@mail.example', { port: 143, secure: false, doSTARTTLS: true }],
  ['imap://us%40er:p%2Fss@mail.example:1143?requireTLS=false', { port: 1143 }],
  [
    'imap://us%40er:p%2Fss@localhost',
    { host: '127.0.0.1', servername: 'localhost', tls: { rejectUnauthorized: false } },
  ],
  ['imap://us%40er:p%2Fss@localhost?requireTLS=true', { doSTARTTLS: true }],
  ['imaps://us%40er:p%2Fss@m.example?tls.rejectUnauthorized=false', { tls: { rejectUnauthorized: false } }],
])('IMAP_URL %s gives imapflow the right options', (url, expected) => {
  expect(faultsOf({ IMAP_URL: url })).toEqual([]);
  const options = imapOptions(url);
  const common = { doSTARTTLS: undefined, tls: { rejectUnauthorized: true }, logger: false };
  expect({ doSTARTTLS: undefined, ...options }).toMatchObject({ ...common, ...expected });
  expect(options.auth).toEqual({ user: 'us@er', pass: 'p/ss' });
});

test('a DATA_DIR that is a file, or cannot be created, is refused', () => {
  const file = path.join(folder, 'file');
  writeFileSync(file, '');
  for (const directory of [file, path.join(file, 'inside'), '/proc/none/deeper'])
    expect(faultsOf({ DATA_DIR: directory })).toEqual([expect.stringMatching(/^DATA_DIR: /)]);
});

test('a DATA_DIR that is shared with other users or contains the program is refused', () => {
  const [shared, link] = [path.join(folder, 'shared'), path.join(folder, 'link')];
  mkdirSync(shared);
  chmodSync(shared, 0o1777);
  writeFileSync(path.join(shared, 'of-another'), '');
  symlinkSync('/', link);
  for (const directory of [shared, link, path.resolve(import.meta.dirname, '../..')]) {
    const fault = `DATA_DIR: ${directory} is shared with others: name a folder of its own`;
    expect(faultsOf({ DATA_DIR: directory })).toEqual([fault]);
  }
});

test('the authority of NODE_EXTRA_CA_CERTS is trusted beside those that Node trusts', () => {
  const [{ env }, usual, file] = [process, getCACertificates(), path.join(folder, 'authority.pem')];
  writeFileSync(file, localCertificate.cert);
  setDefaultCACertificates([certificate.cert]);
  process.env = { ...env, NODE_EXTRA_CA_CERTS: file };
  configure(() => {});
  expect(getCACertificates()).toHaveLength(2);
  setDefaultCACertificates(usual);
  process.env = env;
});
