import { describe, expect, test } from '@jest/globals';
import { composeDigest } from '../../server/submissions/digest.ts';
import { composeMail } from '../../server/submissions/mail.ts';
import { retryDelay } from '../../server/submissions/retryDelay.ts';
import { adviceFor, classifyFault, faultFields } from '../../server/submissions/smtpFault.ts';
import { connectionOptions, isSmtpUrl, waiversOf } from '../../server/submissions/smtpUrl.ts';
import { smtpTransport } from '../../server/submissions/transport.ts';
import { startMailServer } from '../helpers/mail/mailServer.ts';
import { storedSubmission } from '../helpers/visitor/visitor.ts';

describe('retryDelay', () => {
  test('doubles from the first delay up to an hour', () => {
    const delays = [1, 2, 3, 4, 8, 20, 500].map((attempts) => retryDelay(attempts, 30_000, 0.5));
    expect(delays).toEqual([30_000, 60_000, 120_000, 240_000, 3_600_000, 3_600_000, 3_600_000]);
  });
  test('has a jitter of a tenth either way', () => {
    expect(retryDelay(1, 1000, 0)).toBeCloseTo(900);
    expect(retryDelay(1, 1000, 1)).toBeCloseTo(1100);
  });
});

describe('a failed delivery', () => {
  const fault = (fields: object) => Object.assign(new Error('as nodemailer says it'), fields);
  test.each([
    [
      '421 at RCPT TO, reported as a lost connection',
      { code: 'ECONNECTION', responseCode: 421, command: 'RCPT TO' },
      'wait',
    ],
    [
      '454 at AUTH, reported as refused credentials',
      { code: 'EAUTH', responseCode: 454, command: 'AUTH PLAIN' },
      'wait',
    ],
    ['greylisting', { code: 'EENVELOPE', responseCode: 450, command: 'RCPT TO' }, 'wait'],
    ['nobody listening', { code: 'ESOCKET', originalCode: 'ECONNREFUSED', command: 'CONN' }, 'wait'],
    ['a line that went silent', { code: 'ETIMEDOUT', command: 'CONN' }, 'wait'],
    ['an unknown host', { code: 'EDNS', command: 'CONN' }, 'wait'],
    ['wrong credentials', { code: 'EAUTH', responseCode: 535, command: 'AUTH PLAIN' }, 'alarm'],
    ['credentials wanted', { code: 'EENVELOPE', responseCode: 530, command: 'MAIL FROM' }, 'alarm'],
    ['no TLS to be had', { code: 'ETLS', responseCode: 500, command: 'STARTTLS' }, 'alarm'],
    ['a greeting of 554', { code: 'EPROTOCOL', responseCode: 554, command: 'CONN' }, 'alarm'],
    ['an unknown recipient', { code: 'EENVELOPE', responseCode: 550, command: 'RCPT TO' }, 'refused'],
    ['content refused', { code: 'EMESSAGE', responseCode: 554, command: 'DATA' }, 'refused'],
  ])('%s', (_what, fields, asksFor) => {
    expect(classifyFault(fault(fields))).toBe(asksFor);
  });

  test.each([
    ['DEPTH_ZERO_SELF_SIGNED_CERT', 'alarm'],
    ['CERT_HAS_EXPIRED', 'alarm'],
    ['ERR_TLS_CERT_ALTNAME_INVALID', 'alarm'],
    ['ERR_SSL_WRONG_VERSION_NUMBER', 'alarm'],
    ['EPROTO', 'alarm'],
    ['ECONNRESET', 'wait'],
    ['EHOSTUNREACH', 'wait'],
  ])('%s beneath ESOCKET: %s', (originalCode, asksFor) => {
    expect(classifyFault(fault({ code: 'ESOCKET', originalCode, command: 'CONN' }))).toBe(asksFor);
  });
  test('a mail that cannot be written to a file is an alarm', () => {
    expect(classifyFault(fault({ code: 'ENOSPC', syscall: 'write' }))).toBe('alarm');
  });
  test.each([
    ['no STARTTLS', { code: 'ETLS', responseCode: 502, command: 'STARTTLS' }, /offers no encryption/],
    [
      'no EHLO, and so no STARTTLS',
      { code: 'ECONNECTION', responseCode: 502, command: 'EHLO' },
      /offers no encryption/,
    ],
    ['wrong credentials', { code: 'EAUTH', responseCode: 535, command: 'AUTH PLAIN' }, /user name, password/],
    ['a certificate of nobody', { code: 'ESOCKET', originalCode: 'DEPTH_ZERO_SELF_SIGNED_CERT' }, /its certificate/],
  ])('%s is an alarm with advice', (_what, fields, says) => {
    expect(classifyFault(fault(fields))).toBe('alarm');
    expect(adviceFor(fault(fields))).toMatch(says);
  });
  test("the log leaves out the mail server's text, which may quote the mail", () => {
    expect(faultFields(fault({ code: 'EENVELOPE', response: '550 <jo@visitor.example> unknown' }))).not.toHaveProperty(
      'response',
    );
  });
});

test("a digest quotes each line of a visitor's text, after every character that may break a line", () => {
  const forged = (lineEnd: string) => ['Hello', '==== AAAAA-AAAAA ====', 'Flags:     none', 'Bye'].join(lineEnd);
  const submissions = ['\n', '\v', '\f', '\u0085', '\u2028', '\u2029'].map((lineEnd, index) =>
    storedSubmission({ message: forged(lineEnd), reference: `7K3M9-QXD2${index}`, digest: 'digest-00000-00000' }),
  );
  const [first, ...more] = submissions;
  if (!first) throw new Error('there is none');
  const lines = composeDigest([first, ...more], 'a@b.example', 'c@d.example').text.split(
    /[\n\v\f\r\u0085\u2028\u2029]/,
  );
  expect(lines.filter((line) => line === '> ==== AAAAA-AAAAA ====')).toHaveLength(submissions.length);
  expect(lines.filter((line) => line.startsWith('==== '))).toEqual(
    submissions.map(({ reference }) => `==== ${reference} ====`),
  );
  expect(lines.filter((line) => line.startsWith('Flags:'))).toHaveLength(submissions.length);
});

test("if one of two recipients is rejected, sending rejects with the server's code", async () => {
  const submission = storedSubmission();
  const mail = composeMail(submission, 'site@cirrux.example', 'sales@cirrux.example, gone@cirrux.example');
  const mails: string[] = [];
  const mailServer = await startMailServer({ onMail: (raw) => mails.push(raw) });
  let recipients = 0;
  mailServer.react = (step) => {
    if (step !== 'rcptTo') return undefined;
    recipients += 1;
    return recipients === 2 ? '550 gone' : undefined;
  };
  const transport = smtpTransport(mailServer.url);
  try {
    const error = await transport.send(mail, new AbortController().signal).catch((reason: unknown) => reason);
    expect(mails).toHaveLength(1);
    expect(faultFields(error)).toMatchObject({ responseCode: 550, command: 'RCPT TO' });
    expect(classifyFault(error)).toBe('refused');
  } finally {
    transport.close();
    await mailServer.stop();
  }
});

test.each([
  ['smtp://user:secret@mail.example', true],
  ['smtp://user@mail.example:587', true],
  ['smtp://:secret@mail.example', true],
  ['smtp://user:secret@0.0.0.0', true],
  ['smtp://user:secret@[2001:db8::1]', true],
  ['smtp://user:secret@localhost.example', true],
  ['smtp://user:secret@127.0.0.1.example', true],
  ['smtp://user:secret@mail.example?ignoreTLS=true', true],
  ['smtp://mail.example', false],
  ['smtp://user:secret@127.0.0.1', false],
  ['smtp://user:secret@127.9.9.9:2525', false],
  ['smtp://user:secret@[::1]', false],
  ['smtp://user:secret@[::ffff:127.0.0.1]', false],
  ['smtp://user:secret@localhost', false],
  ['smtp://user:secret@LOCALHOST', false],
  ['smtp://user:secret@mail.localhost', false],
])('%s: TLS is required: %p', (url, required) => {
  expect(isSmtpUrl(url)).toBe(true);
  expect(connectionOptions(url).requireTLS).toBe(required);
});

test.each([
  ['smtp://user:secret@mail.example?requireTLS=false', true],
  ['smtp://user:secret@mail.example?name=site&requireTLS=false', true],
  ['smtp://user:secret@mail.example?requireTLS=true', false],
  ['smtp://mail.example?requireTLS=false', false],
  ['smtp://user:secret@127.0.0.1?requireTLS=false', false],
  ['smtps://user:secret@mail.example?requireTLS=false', false],
  ['smtps://user:secret@mail.example?tls.rejectUnauthorized=false', true],
])('%s: the log at the start says that it waives protection: %p', (url, waived) => {
  expect(isSmtpUrl(url)).toBe(true);
  expect(waiversOf(url).length > 0).toBe(waived);
});

test('localhost connects to this machine without DNS and stays the name on the certificate', () => {
  expect(connectionOptions('smtp://us%40er:s%3Aecret@localhost:2525?ignoreTLS=true')).toEqual({
    url: 'smtp://us%40er:s%3Aecret@127.0.0.1:2525?ignoreTLS=true',
    requireTLS: false,
    tls: { servername: 'localhost' },
  });
});
