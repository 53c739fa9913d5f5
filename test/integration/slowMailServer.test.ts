import { setTimeout as pause } from 'node:timers/promises';
import { expect, jest, test } from '@jest/globals';
import { deadlines } from '../../server/lib/deadlines.ts';
import { smtpTransport } from '../../server/mail/transport.ts';
import { type React, startMailServer } from '../helpers/mail/mailServer.ts';
import { untilEnd } from '../helpers/untilEnd.ts';

const waits = { connection: 500, greeting: 1500, silence: 1500, sending: 60_000 };
jest.replaceProperty(deadlines, 'mail', { ...deadlines.mail, ...waits } as unknown as typeof deadlines.mail);
const mail = {
  ...{ from: 'site@cirrux.example', to: 'sales@cirrux.example', subject: 'An order', text: 'One, please.' },
  ...{ headers: {}, fileName: 'order' },
};

/** Delays the greeting, the TLS handshake and the answer to STARTTLS, each by two thirds of its deadline. */
const useTwoThirds: React = (step) => {
  if (step === 'connect' || step === 'handshake') return pause((2 / 3) * waits.greeting);
  return step === 'startTls' ? pause((2 / 3) * waits.silence) : undefined;
};

test('a server of smtps or smtp that takes two thirds of each deadline until TLS is established gets its mail', async () => {
  const sendBy = async (protocol: 'smtps' | 'smtp', tls: 'implicit' | 'starttls') => {
    const server = await untilEnd(startMailServer({ tls, react: useTwoThirds }));
    const transport = smtpTransport(`${protocol}://127.0.0.1:${server.port}?tls.rejectUnauthorized=false`);
    await transport.send(mail, new AbortController().signal);
    return server.mails.length;
  };
  expect(await Promise.all([sendBy('smtps', 'implicit'), sendBy('smtp', 'starttls')])).toEqual([1, 1]);
});
