import { expect, test } from '@jest/globals';
import { connectionOptions, isSmtpUrl, waiversOf } from '../../server/submissions/smtpUrl.ts';

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
