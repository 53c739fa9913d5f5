import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
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

function send(url: string): Promise<unknown> {
  return smtpTransport(url).send(mail, new AbortController().signal);
}

/** Delays the greeting, the TLS handshake and the answer to STARTTLS, each by two thirds of its deadline. */
const useTwoThirds: React = (step) => {
  if (step === 'connect' || step === 'handshake') return pause((2 / 3) * waits.greeting);
  return step === 'startTls' ? pause((2 / 3) * waits.silence) : undefined;
};

test('a server of smtps or smtp that takes two thirds of each deadline until TLS is established gets its mail', async () => {
  const sendBy = async (protocol: 'smtps' | 'smtp', tls: 'implicit' | 'starttls') => {
    const server = await untilEnd(startMailServer({ tls, react: useTwoThirds }));
    await send(`${protocol}://127.0.0.1:${server.port}?tls.rejectUnauthorized=false`);
    return server.mails.length;
  };
  expect(await Promise.all([sendBy('smtps', 'implicit'), sendBy('smtp', 'starttls')])).toEqual([1, 1]);
});

test('a mail server that does not answer is given up after the connection deadline', async () => {
  const script =
    "const server = require('net').createServer().listen(0, '127.0.0.1', 1, () => console.log(server.address().port))";
  const stopped = spawn(process.execPath, ['-e', script]);
  await untilEnd(Promise.resolve({ stop: async () => stopped.kill('SIGKILL') }));
  const [port] = await once(stopped.stdout, 'data');
  stopped.kill('SIGSTOP');
  // The operating system accepts two connections in place of the stopped process. So the third one, of `send`, gets no answer.
  const waiting = [1, 2].map(() => connect(Number(port), '127.0.0.1'));
  for (const socket of waiting) await once(socket, 'connect');
  await expect(send(`smtp://127.0.0.1:${port}`)).rejects.toMatchObject({ code: 'ESOCKET', originalCode: 'ETIMEDOUT' });
  for (const socket of waiting) socket.destroy();
});
