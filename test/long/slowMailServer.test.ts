import { expect, test } from '@jest/globals';
import { deadlines } from '../../server/lib/deadlines.ts';
import { startMailServer } from '../helpers/mail/mailServer.ts';
import { usesNineTenths } from '../helpers/mail/slowMailServer.ts';
import { runToEnd } from '../helpers/site/site.ts';
import { untilEnd } from '../helpers/untilEnd.ts';

// With STARTTLS the same takes five minutes: unit/slowMailServer proves it with shorter deadlines.
test('test-mail waits for a server of smtps that takes nine tenths of each deadline until TLS is established', async () => {
  const mail = await untilEnd(startMailServer({ tls: 'implicit', react: usesNineTenths(deadlines.mail) }));
  const SMTP_URL = `smtps://127.0.0.1:${mail.port}?tls.rejectUnauthorized=false`;
  const { exitCode, output } = await runToEnd(['submissions', 'test-mail'], { SMTP_URL });
  expect(output).toContain('message     ok      250 taken');
  expect(exitCode).toBe(0);
});
