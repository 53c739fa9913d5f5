import { describe, expect, jest, test } from '@jest/globals';
import { pino } from 'pino';
import { smtpOptions } from '../../server/config/mailServerUrl.ts';
import { deadlines } from '../../server/lib/deadlines.ts';
import { retryDelay, watchMailServer } from '../../server/mail/mailServerHealth.ts';
import { composeNotification } from '../../server/mail/notification.ts';
import { isTooLate, logOutcome, outcomeOf } from '../../server/mail/outcome.ts';
import { adviceFor, classifyFault, faultFields, isServerAtFault, isTextRefused } from '../../server/mail/smtpFault.ts';
import { smtpTransport } from '../../server/mail/transport.ts';
import type { TakenMail } from '../../server/outbox/mails.ts';
import { startMailServer } from '../helpers/mail/mailServer.ts';
import { untilEnd } from '../helpers/untilEnd.ts';
import { storedSubmission } from '../helpers/visitor/visitor.ts';

test('the delay of a retry doubles up to an hour, give or take a tenth, and an attempt may last four minutes', () => {
  const delays = [1, 2, 3, 4, 8, 20, 500].map((attempts) => retryDelay(attempts, 30_000, 0.5));
  expect(delays).toEqual([30_000, 60_000, 120_000, 240_000, 3_600_000, 3_600_000, 3_600_000]);
  expect([0, 1].map((random) => Math.round(retryDelay(1, 1000, random)))).toEqual([900, 1100]);
  expect(deadlines.mail).toMatchObject({ sending: 4 * 60_000, poll: 15_000 });
});

test('while a mail server accepts no mail, the pause grows to 15 s, and the first accepted mail ends the pause', () => {
  let now = 0;
  const clock = jest.spyOn(performance, 'now').mockImplementation(() => now);
  const server = watchMailServer(2000);
  for (const longest of [2200, 4400, 8800, 15_000, 15_000]) {
    // Two mails that were under way at the same time fail. They count as one failure.
    for (const _ of [1, 2]) server.record({ code: 'ESOCKET', command: 'CONN' });
    expect(Math.abs(server.pause() / longest - 0.9)).toBeLessThanOrEqual(0.1001);
    now += server.pause() + 1;
    expect(server.isReady()).toBe(true);
    server.begin();
    expect(server.isReady()).toBe(false);
  }
  server.record();
  server.begin();
  expect(server.isReady()).toBe(true);
  // An earlier process may have left mails that wait.
  expect(watchMailServer(2000).shouldTryAll()).toBe(true);
  expect([server.shouldTryAll(), server.shouldTryAll()]).toEqual([true, false]);
  server.record({ responseCode: 451, command: 'MAIL FROM' });
  expect(server.shouldTryAll()).toBe(false);
  now += 2000;
  expect([server.shouldTryAll(), server.shouldTryAll()]).toEqual([true, false]);
  // Greylisting and a full mailbox are about one mail.
  server.record({ responseCode: 451, command: 'RCPT TO' });
  server.record({ responseCode: 452, response: '452 4.2.2 mailbox full', command: 'DATA' });
  now += 2000;
  expect(server.shouldTryAll()).toBe(false);
  clock.mockRestore();
});

describe('a failed delivery is classified:', () => {
  const fault = (fields: object) => Object.assign(new Error('as nodemailer says it'), fields);
  test.each([
    ['a 421 with ECONNECTION', { code: 'ECONNECTION', responseCode: 421, command: 'RCPT TO' }, 'wait', true],
    ['a 454 with EAUTH', { code: 'EAUTH', responseCode: 454, command: 'AUTH PLAIN' }, 'wait', false],
    ['nobody listening', { code: 'ESOCKET', originalCode: 'ECONNREFUSED', command: 'CONN' }, 'wait', false],
    ['a connection that timed out', { code: 'ETIMEDOUT', command: 'CONN' }, 'wait', false],
    ['a server that ends the connection', { code: 'ECONNECTION', command: 'CONN' }, 'wait', false],
    ['a stream that breaks', { code: 'ESTREAM', command: 'API' }, 'wait', false],
    ['names that cannot be looked up', { code: 'EDNS', originalCode: 'EAI_AGAIN', command: 'CONN' }, 'wait', false],
    ['an expired certificate', { code: 'ESOCKET', originalCode: 'CERT_HAS_EXPIRED', command: 'CONN' }, 'alarm', false],
    ['wrong credentials', { code: 'EAUTH', responseCode: 535, command: 'AUTH PLAIN' }, 'alarm', false],
    ['no TLS at all', { code: 'ESOCKET', originalCode: 'EPROTO', command: 'CONN' }, 'alarm', false],
    ['a login too weak', { code: 'EENVELOPE', responseCode: 534, command: 'MAIL FROM' }, 'alarm', true],
    ['encryption wanted', { code: 'EENVELOPE', responseCode: 538, command: 'RCPT TO' }, 'alarm', true],
    ['a greeting of 554', { code: 'EPROTOCOL', responseCode: 554, command: 'CONN' }, 'alarm', false],
    ['a mail that cannot be written to a file', { code: 'ENOSPC', syscall: 'write' }, 'alarm', false],
    ['an unknown recipient', { code: 'EENVELOPE', responseCode: 550, command: 'RCPT TO' }, 'refused', true],
  ])('%s', (_what, fields, asksFor, isAboutOneMail) => {
    expect([classifyFault(fault(fields)), !isServerAtFault(fault(fields))]).toEqual([asksFor, isAboutOneMail]);
  });

  test("the log leaves out the mail server's text, which may quote the mail", () => {
    const fields = faultFields(fault({ code: 'EENVELOPE', response: '550 <jo@visitor.example> unknown' }));
    expect(fields).not.toHaveProperty('response');
  });
});

const [alone, sendAs] = [/^$/, /login send as MAIL_FROM/];
test.each<[answer: string, command: string, asksFor: string, isContent: boolean, advice: RegExp]>([
  ['550 5.4.5 Daily SMTP relay limit exceeded for user.', 'DATA', 'wait', false, /limits how many mails/],
  ['550 Daily user sending limit exceeded.', 'DATA', 'wait', false, /limits how many mails/],
  ['554 5.2.0 STOREDRV.Submission.Exception:SubmissionQuotaExceededException', 'DATA', 'wait', false, /limits how/],
  ['550-5.7.0 Mail relay denied\r\n550 5.7.0 quota', 'MAIL FROM', 'wait', false, /limits how many mails/],
  ['550 5.7.0 Please try again later', 'RCPT TO', 'wait', false, /limits how many mails/],
  ['550 Domain x has exceeded the max emails per hour (200/200) allowed', 'DATA', 'wait', false, /limits how/],
  ['550 5.7.0 our policy', 'DATA', 'refused', true, alone],
  ['554 5.2.252 SendAsDenied; not allowed to send as', 'DATA', 'alarm', false, sendAs],
  ['550 5.7.60 SMTP; Client does not have permissions to send as this sender', 'DATA', 'alarm', false, sendAs],
  ['553 5.7.1 sender address rejected', 'MAIL FROM', 'alarm', false, sendAs],
  ['550-5.7.26 the sender is unauthenticated', 'DATA', 'alarm', false, /SPF, DKIM or DMARC fail/],
  ['550 5.7.509 sending domain does not pass DMARC verification', 'DATA', 'alarm', false, /SPF, DKIM or DMARC fail/],
  ['530 5.7.57 Client not authenticated', 'MAIL FROM', 'alarm', false, /check user name/],
  ['535 5.7.139 Authentication unsuccessful', 'AUTH LOGIN', 'alarm', false, /switched passwords off .* app password/],
  ['535 5.7.139 the user credentials were incorrect', 'AUTH LOGIN', 'alarm', false, /user name/],
  ['535 SMTP is disabled for this account', 'AUTH PLAIN', 'alarm', false, /switched passwords off/],
  ['552 5.2.2 mailbox full', 'DATA', 'refused', false, alone],
  ['552 5.3.4 too big', 'DATA', 'refused', true, alone],
  ['550 no', 'DATA', 'refused', true, alone],
  ['504 5.5.2 <x>: Helo command rejected: need fully-qualified hostname', 'HELO', 'alarm', false, /\?name=/],
  ['502 what?', 'EHLO', 'alarm', false, /no encryption/],
  ['550 5.7.1 [203.0.113.9] blocked using zen.spamhaus.org', 'RCPT TO', 'refused', false, /blocklist.* SMTP_URL/],
  ['554 5.7.1 a link is on the uribl black list', 'DATA', 'refused', true, alone],
])('the answer "%s" to %s means %s', (response, command, asksFor, isContent, advice) => {
  const error = { responseCode: Number(response.slice(0, 3)), response, command };
  expect([classifyFault(error), isTextRefused(error)]).toEqual([asksFor, isContent]);
  expect(adviceFor(error) ?? '').toMatch(advice);
});

const [busy, unknown, noLogin] = [
  { responseCode: 450, command: 'RCPT TO' },
  { responseCode: 550, command: 'RCPT TO' },
  { responseCode: 535, command: 'AUTH PLAIN' },
];
test.each([
  ['notice', unknown, /MAIL_TO: check the address/],
  ['notice', { responseCode: 552, command: 'DATA', response: '552 5.2.2 full' }, /MAIL_TO is full/],
  ['notice', { responseCode: 550, command: 'DATA', response: '550 5.1.1 unknown' }, /MAIL_TO: check the address/],
  ['notice', { responseCode: 554, command: 'DATA', response: '554 5.7.1 spam' }, /refuses the text/],
  ['confirmation', unknown, /^as nodemailer says it$/],
] as const)("a refused %s keeps the server's words, then advice if it goes to MAIL_TO", (kind, fields, reason) => {
  const error = Object.assign(new Error('as nodemailer says it'), fields);
  const settings = { mailRetryMilliseconds: 1, mailGiveUpMilliseconds: 1 };
  const mail = { kind, attempts: 1, pendingSince: 0 } as TakenMail;
  expect(outcomeOf(mail, { error }, settings, 0).reason).toMatch(reason);
});

const hour = 3_600_000;
test.each([
  ['notice', 120, undefined, 'sent', 'sent', 30, 'mail-delivered'],
  ['notice', 119.9, busy, 'postponed', 'pending', 40, 'mail-postponed'],
  ['notice', 120, busy, 'given_up', 'failed', 50, 'mail-given-up'],
  ['notice', 119.9, noLogin, 'misconfigured', 'pending', 40, 'mail-misconfigured'],
  ['notice', 120, noLogin, 'given_up', 'failed', 50, 'mail-given-up'],
  ['notice', 0, unknown, 'refused', 'failed', 50, 'mail-refused'],
  ['confirmation', 5.9, busy, 'postponed', 'pending', 30, undefined],
  ['confirmation', 5.9, noLogin, 'misconfigured', 'pending', 30, undefined],
  ['confirmation', 6, busy, 'given_up', 'failed', 40, undefined],
  ['confirmation', 0, unknown, 'refused', 'failed', 40, undefined],
] as const)('a %s, %d hours old, whose third attempt ends with %j, is %s', (kind, hours, fields, ...expected) => {
  const [outcome, state, level, event] = expected;
  const mail = { ...{ kind, attempts: 3, pendingSince: 0, leaseUntil: 0 }, messageId: '<x@x>', owner: 'here' };
  const taken = { ...mail, submission: storedSubmission() };
  const now = hours * hour;
  const error = fields && Object.assign(new Error('No, jo@visitor.example!'), fields);
  const settings = { mailRetryMilliseconds: 30_000, mailGiveUpMilliseconds: 120 * hour };
  const result = outcomeOf(taken, error ? { error } : { textError: undefined }, settings, now);
  expect(result).toMatchObject({ kind, outcome, state });
  // A notification is tried at least once more, however old it is: the server may have been off for a week.
  expect(isTooLate(taken, now)).toBe(kind === 'confirmation' && hours >= 6);
  const { delay } = { delay: undefined, ...result };
  if (state === 'pending') expect(Math.abs((delay ?? 0) - 120_000)).toBeLessThanOrEqual(12_000);
  if (outcome === 'misconfigured') expect(result.reason).toMatch(/^No, jo@visitor.example! - The mail .*check user/);
  expect({ fault: undefined, ...result }.fault).toBe(outcome === 'misconfigured' ? 'configuration' : undefined);
  const lines: string[] = [];
  logOutcome(pino({}, { write: (line: string) => lines.push(line) }), taken, result);
  const nextAttemptAt = delay && new Date(now + delay).toISOString();
  expect(lines.map((line) => JSON.parse(line))).toEqual([expect.objectContaining({ level, attempts: 3 })]);
  const line = { event: undefined, nextAttemptAt: undefined, ...JSON.parse(lines[0] ?? '') };
  expect(line).toMatchObject({ event, nextAttemptAt });
  expect(lines[0]).not.toContain('visitor.example');
});

test("if one of two recipients is rejected, sending rejects with the server's code", async () => {
  const addresses = { mailFrom: 'a@b.example', mailTo: 'sales@cirrux.example, gone@cirrux.example' };
  const mail = composeNotification({ messageId: '<x@cirrux.example>', submission: storedSubmission() }, addresses);
  const mailServer = await untilEnd(startMailServer());
  let recipients = 0;
  mailServer.react = (step) => {
    if (step !== 'rcptTo') return undefined;
    recipients += 1;
    return recipients === 2 ? '550 gone' : undefined;
  };
  const sending = smtpTransport(mailServer.url).send(mail, new AbortController().signal);
  const error = await sending.catch((reason: unknown) => reason);
  expect(mailServer.mails).toHaveLength(1);
  expect(faultFields(error)).toMatchObject({ responseCode: 550, command: 'RCPT TO' });
  expect(classifyFault(error)).toBe('refused');
});

const secretTo = (host: string) => `smtp://user:secret@${host}`;
test('an SMTP_URL with a login to another machine requires TLS', () => {
  const requiring = [
    ...['mail.example', '0.0.0.0', '[2001:db8::1]', 'localhost.example', '127.0.0.1.example'].map(secretTo),
    ...['smtp://user@mail.example:587', 'smtp://:secret@mail.example'],
  ];
  const others = [
    ...['127.0.0.1', '127.9.9.9:2525', '[::1]', '[::ffff:127.0.0.1]', 'LOCALHOST', 'mail.localhost'].map(secretTo),
    'smtp://mail.example',
  ];
  expect([...requiring, ...others].filter((url) => smtpOptions(url).requireTLS)).toEqual(requiring);
});

test('localhost connects to this machine without DNS and stays the name on the certificate', () => {
  expect(smtpOptions('smtp://us%40er:s%3Aecret@localhost:2525?requireTLS=false')).toEqual({
    url: 'smtp://us%40er:s%3Aecret@127.0.0.1:2525?requireTLS=false',
    requireTLS: false,
    tls: { rejectUnauthorized: false, servername: 'localhost' },
  });
});
