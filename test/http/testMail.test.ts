import { createServer } from 'node:net';
import { afterEach, expect, test } from '@jest/globals';
import {
  type MailServer,
  type MailServerOptions,
  type React,
  type Step,
  startMailServer,
} from '../helpers/mail/mailServer.ts';
import { newDataDirectory, runToEnd } from '../helpers/site/site.ts';

const mailbox = { MAIL_FROM: 'Website <website@cirrux.example>', MAIL_TO: 'orders@cirrux.example' };
const login = { user: 'website', password: 'correct-horse' };

const ends: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

async function start(options?: MailServerOptions): Promise<MailServer> {
  const mail = await startMailServer(options);
  ends.push(mail.stop);
  return mail;
}
function testMail(url: string) {
  return runToEnd(['submissions', 'test-mail'], { ...mailbox, SMTP_URL: url });
}
/** The steps in the output with their results; and what follows them. */
function read(output: string) {
  const [, steps = '', advice = ''] = output.split('\n\n');
  return { steps: steps.split('\n').map((line) => line.split(/ +/).slice(0, 2).join(' ')), advice };
}

test('a mail server that takes the mail: each step with its answer, and a plain mail that says what it is', async () => {
  const mail = await start({ login, tls: 'starttls' });
  const url = `smtp://website:correct-horse@localhost:${mail.port}/?tls.rejectUnauthorized=false`;
  const { exitCode, output } = await testMail(url);
  expect(exitCode).toBe(0);
  expect(output).not.toContain(login.password);
  expect(read(output)).toEqual({
    steps: ['name ok', 'connection ok', 'TLS ok', 'login ok', 'sender ok', 'recipient ok', 'message ok'],
    advice: expect.stringContaining('orders@cirrux.example'),
  });
  for (const answer of [
    '220 mail.example ESMTP',
    '235 welcome',
    '250 sender taken',
    '250 recipient taken',
    '250 taken',
  ])
    expect(output).toContain(answer);
  const received = await mail.waitForMail();
  expect(received.envelope).toEqual({ from: 'website@cirrux.example', to: ['orders@cirrux.example'] });
  expect(received.subject).toMatch(/^Test mail/);
  expect(received.text).toContain('This is a test.');
  expect(received.html).toBeUndefined();
  expect(received.headers).toContainEqual(expect.objectContaining({ key: 'auto-submitted', value: 'auto-generated' }));
});

function at(step: Step, reaction: ReturnType<React>): MailServerOptions {
  return { react: (reached) => (reached === step ? reaction : undefined) };
}
/** The server that takes several commands at once (RFC 2920). */
function pipelining(step: Step, reaction: ReturnType<React>): MailServerOptions {
  const hello = '250-mail.example\r\n250 PIPELINING';
  return { react: (reached) => (reached === 'hello' ? hello : reached === step ? reaction : undefined) };
}
const withLogin = 'website:correct-horse@';

test.each<[string, MailServerOptions, { protocol?: string; user?: string; query?: string }, RegExp, RegExp]>([
  ['connection', at('connect', '554 not you'), {}, /554 not you/, /refuses this machine/],
  ['connection', at('connect', { does: 'drop' }), {}, /closed/, /host and port/],
  ['TLS', {}, { protocol: 'smtps' }, /SSL|TLS|wrong version/, /speaks TLS from the start/],
  ['TLS', { tls: 'implicit' }, { protocol: 'smtps' }, /certificate/, /certificate must be valid/],
  ['TLS', { tls: 'starttls' }, {}, /certificate/, /certificate must be valid/],
  ['TLS', {}, { query: '?requireTLS=true' }, /STARTTLS|502/, /no encryption/],
  ['login', { login }, { user: 'website:wrong@' }, /535 wrong credentials/, /user name, password/],
  ['login', { ...at('auth', '454 not now') }, { user: withLogin }, /454 not now/, /for now/],
  ['sender', { login }, {}, /530 authenticate first/, /wants a login/],
  ['sender', at('mailFrom', '553 not yours'), {}, /553 not yours/, /MAIL_FROM/],
  ['sender', pipelining('mailFrom', '553 not yours'), {}, /553 not yours/, /MAIL_FROM/],
  ['recipient', pipelining('rcptTo', { does: 'drop' }), {}, /closed/, /broke off/],
  ['recipient', at('rcptTo', '550 nobody here'), {}, /550 nobody here/, /MAIL_TO/],
  ['recipient', at('rcptTo', '421 too many'), {}, /421 too many/, /for now/],
  ['recipient', at('rcptTo', { does: 'drop' }), {}, /closed/, /broke off/],
  ['message', at('data', '554 no mail'), {}, /554 no mail/, /as spam/],
  ['message', at('dot', '550 spam'), {}, /550 spam/, /as spam/],
  ['message', at('dot', { does: 'drop' }), {}, /closed/, /broke off/],
])('%s fails: it is named, with the answer and what to do (%#)', async (step, options, url, answer, advice) => {
  const mail = await start(options);
  const { protocol = 'smtp', user = '', query = '' } = url;
  const { exitCode, output } = await testMail(`${protocol}://${user}127.0.0.1:${mail.port}/${query}`);
  const { steps, advice: given } = read(output);
  expect(exitCode).toBe(1);
  expect(steps.at(-1)).toBe(`${step} FAILED`);
  for (const earlier of steps.slice(0, -1)) expect(earlier).toMatch(/ (?:ok|none)$/);
  expect(output).toMatch(answer);
  expect(given).toMatch(advice);
  expect(mail.mails).toEqual([]);
});

test('nobody listens: the connection fails', async () => {
  const closed = createServer();
  await new Promise<void>((resolve) => closed.listen(0, '127.0.0.1', resolve));
  const { port } = closed.address() as { port: number };
  await new Promise((resolve) => closed.close(resolve));
  const { exitCode, output } = await testMail(`smtp://127.0.0.1:${port}`);
  expect(exitCode).toBe(1);
  expect(read(output).steps).toEqual(['name ok', 'connection FAILED']);
  expect(output).toContain('ECONNREFUSED');
});

test('a name that nobody has: the name fails', async () => {
  const { exitCode, output } = await testMail('smtp://mail.invalid');
  expect(exitCode).toBe(1);
  expect(read(output)).toEqual({ steps: ['name FAILED'], advice: expect.stringContaining('the host in SMTP_URL') });
});

test('without SMTP_URL it says where mail goes', async () => {
  const DATA_DIR = newDataDirectory();
  expect(await runToEnd(['submissions', 'test-mail'], { DATA_DIR })).toMatchObject({
    exitCode: 1,
    output: expect.stringContaining(`a file in ${DATA_DIR}/mail`),
  });
});
