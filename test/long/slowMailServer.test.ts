import { expect, test } from '@jest/globals';
import { deadlines } from '../../server/lib/deadlines.ts';
import { startMailServer } from '../helpers/mail/mailServer.ts';
import { usesNineTenths } from '../helpers/mail/slowMailServer.ts';
import { runToEnd } from '../helpers/site/site.ts';
import { untilEnd } from '../helpers/untilEnd.ts';

test.concurrent.each([
  ['smtps', 'implicit'],
  ['smtp', 'starttls'],
] as const)(
  'test-mail waits for a server of %s that uses nine tenths of each deadline until TLS stands',
  async (protocol, tls) => {
    const mail = await untilEnd(startMailServer({ tls, react: usesNineTenths(deadlines.mail) }));
    const SMTP_URL = `${protocol}://127.0.0.1:${mail.port}?tls.rejectUnauthorized=false`;
    const { exitCode, output } = await runToEnd(['submissions', 'test-mail'], { SMTP_URL });
    expect(output).toContain('message     ok      250 taken');
    expect(exitCode).toBe(0);
  },
);
