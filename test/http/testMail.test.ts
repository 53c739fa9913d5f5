import { expect, test } from '@jest/globals';
import { expiredCertificate } from '../helpers/mail/certificate.ts';
import { headersOf, type MailServerOptions, type Step, startMailServer } from '../helpers/mail/mailServer.ts';
import { runToEnd } from '../helpers/site/site.ts';
import { operate } from '../helpers/store/operate.ts';
import { untilEnd } from '../helpers/untilEnd.ts';

const mailbox = { MAIL_FROM: 'Website <website@cirrux.example>', MAIL_TO: 'orders@cirrux.example' };
const login = { user: 'website', password: 'correct-horse' };

/** The steps in what `test-mail` prints, each with its result. */
function stepsIn(output: string): string[] {
  const [, steps = ''] = output.split('\n\n');
  return steps.split('\n').map((line) => line.split(/ +/).slice(0, 2).join(' '));
}

/** Runs `test-mail` within the process of the tests. */
async function testMail(url: string) {
  const { output } = await operate({ ...mailbox, SMTP_URL: url }, 'test-mail');
  return { output, steps: stepsIn(output) };
}

test("test-mail prints each step with the server's answer, and sends a plain mail that says that it is a test", async () => {
  const mail = await untilEnd(startMailServer({ login, tls: 'starttls' }));
  const SMTP_URL = `smtp://website:correct-horse@localhost:${mail.port}/?tls.rejectUnauthorized=false`;
  const { exitCode, output } = await runToEnd(['submissions', 'test-mail'], { ...mailbox, SMTP_URL });
  expect(exitCode).toBe(0);
  expect(output).not.toContain(login.password);
  const steps = ['name', 'connection', 'TLS', 'login', 'sender', 'recipient', 'message'];
  expect(stepsIn(output)).toEqual(steps.map((step) => `${step} ok`));
  for (const shown of ['message     ok      250 taken\n', mailbox.MAIL_TO]) expect(output).toContain(shown);
  const received = await mail.waitForMail();
  expect(received.envelope).toEqual({ from: 'website@cirrux.example', to: [mailbox.MAIL_TO] });
  expect(received.subject).toMatch(/^Test mail/);
  expect(received.text).toContain('This is a test.');
  expect(received.html).toBeUndefined();
  // If a mailbox is full, some mail servers discard a mail with Auto-Submitted and send no bounce: docs/decisions/0041.
  expect(headersOf(received, 'auto-submitted')).toEqual([]);
});

function at(step: Step, reaction: string | { readonly does: 'drop' }): MailServerOptions {
  return { react: (reached) => (reached === step ? reaction : undefined) };
}

test.each<[string, MailServerOptions, { protocol?: string; user?: string; query?: string }, RegExp, RegExp]>([
  ['connection', at('connect', '554 not you'), {}, /554 not you/, /refuses this machine/],
  ['connection', at('connect', { does: 'drop' }), {}, /closed/, /host and port/],
  ['TLS', {}, { protocol: 'smtps' }, /SSL|TLS|wrong version/, /speaks TLS from the start/],
  ['TLS', { tls: 'implicit' }, { protocol: 'smtps' }, /self-signed/, /NODE_EXTRA_CA_CERTS/],
  ['TLS', { tls: 'starttls' }, { query: '?requireTLS=true' }, /self-signed/, /NODE_EXTRA_CA_CERTS/],
  ['TLS', { tls: 'implicit', certificate: expiredCertificate }, { protocol: 'smtps' }, /expired/, /renew it/],
  ['TLS', {}, { query: '?requireTLS=true' }, /STARTTLS|502/, /no encryption/],
  ['login', { login }, { user: 'website:wrong@' }, /535 wrong credentials/, /user name, password/],
  ['sender', { login }, {}, /530 authenticate first/, /wants a login/],
  ['sender', at('mailFrom', '553 not yours'), {}, /553 not yours/, /MAIL_FROM/],
  ['recipient', at('rcptTo', '550 nobody here'), {}, /550 nobody here/, /MAIL_TO/],
  ['message', at('dot', '550 spam'), {}, /550 spam/, /as spam/],
  ['message', at('dot', { does: 'drop' }), {}, /closed/, /broke off/],
])('test-mail names the failed step %s, the answer and advice (%#)', async (step, options, url, answer, given) => {
  const mail = await untilEnd(startMailServer(options));
  const { protocol = 'smtp', user = '', query = '' } = url;
  const { output, steps } = await testMail(`${protocol}://${user}127.0.0.1:${mail.port}/${query}`);
  expect(steps.at(-1)).toBe(`${step} FAILED`);
  for (const earlier of steps.slice(0, -1)) expect(earlier).toMatch(/ ok$/);
  expect(output).toMatch(answer);
  expect(output.split('\n\n')[2]).toMatch(given);
  expect(mail.mails).toEqual([]);
});

test('test-mail says that the name of the mail server does not exist', async () => {
  const unknown = await testMail('smtp://mail.invalid');
  expect(unknown.steps).toEqual(['name FAILED']);
  expect(unknown.output).toContain('the host in SMTP_URL');
});
