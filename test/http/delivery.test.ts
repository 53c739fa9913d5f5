import { describe, expect, test } from '@jest/globals';
import { company } from '../../shared/company.ts';
import { bounceSamples } from '../helpers/mail/bounces.ts';
import { startImapServer } from '../helpers/mail/imapServer.ts';
import { type MailServer, referencesIn, startMailServer } from '../helpers/mail/mailServer.ts';
import { startApp } from '../helpers/site/app.ts';
import { directoryUntilEnd, untilEnd } from '../helpers/untilEnd.ts';
import { deliver, logged, rowOf, submit } from '../helpers/visitor/posts.ts';
import { contactMessage, orderOf, person } from '../helpers/visitor/visitor.ts';

const mail = await untilEnd(startMailServer());
const addresses = { MAIL_FROM: 'Website <site@cirrux.example>', MAIL_TO: 'sales@cirrux.example' };
const settings = { SUBMISSION_LIMIT: '1000', MAIL_RETRY_SECONDS: '1' };
const site = await untilEnd(startApp({ SMTP_URL: mail.url, ...addresses, ...settings }));
const order = orderOf('CXN3', 'Two of them, please.');

/** Posts a submission, and waits for the notification. Resolves with the reference and the notification. */
async function mailed(body: object) {
  const reference = await submit(site, body);
  const { text = '', subject = '', ...rest } = await mail.mailAbout(reference);
  return { ...rest, reference, subject, text: text.replaceAll('\r\n', '\n') };
}

test('an order arrives as a mail with plan and reference in its subject and the visitor in Reply-To', async () => {
  const names: string[] = [];
  mail.react = (step, _raw, name) => void (step === 'hello' && names.push(name));
  const { reference, text, ...received } = await mailed(order);
  // Without a PUBLIC_ORIGIN, the site greets by the domain of MAIL_FROM.
  expect(names).toEqual(['cirrux.example']);
  expect(received).toMatchObject({
    envelope: { from: 'site@cirrux.example', to: ['sales@cirrux.example'] },
    subject: `[unverified] Order CXN3 from ${person.name} [${reference}]`,
    replyTo: [{ name: person.name, address: person.email }],
    messageId: `<${reference.toLowerCase()}@cirrux.example>`,
    // If a mailbox is full, some mail servers discard a mail with Auto-Submitted and send no bounce: docs/decisions/0041.
    headers: expect.not.arrayContaining([expect.objectContaining({ key: 'auto-submitted' })]),
  });
  const catalogue = 'Catalogue: VPS Server Hosting, CXN3, R499 a month';
  for (const part of [...Object.values(person), reference, order.message, catalogue]) expect(text).toContain(part);
  expect(text).not.toContain('CHECK');
  await logged(site, 'mail delivered', reference);
  expect(rowOf(site, reference)).toMatchObject({ state: 'delivered', attempts: 1 });
});

const lines = '$&\nOperating system: Debian 13\nSetup: free';
test.each<[string, string, string[]]>([
  ['an unknown plan', order.message.replace('CXN3', 'Ünlimited'), ['the plan in this order is not in the catalogue.']],
  ['a wrong price', order.message.replace('Price: R499', 'Price: R1'), ['"R1" where the catalogue says "R499".']],
  [
    'a yearly price or a line that the catalogue does not have',
    order.message.replace('Price: R499', 'Price: R750 per year').replace(/^Plan Details: .*$/m, lines),
    ['"R750 per year" where the catalogue says "R499".', 'a line that the site does not write: "Setup: free".'],
  ],
])('an order with %s gets a CHECK line', async (_what, message, faults) => {
  const { text } = await mailed({ ...order, message });
  const checks = Array.from(text.matchAll(/^CHECK: (?:the order (?:says|has) )?(.*)$/gm), ([, fault]) => fault?.trim());
  expect(checks).toEqual(faults);
});

const encodedWord = '=?utf-8?Q?Boss=E2=80=AE=0D=0ABcc:_all?= =?utf-8?Q?!?=';
test.each([
  ['with a comma is one address', 'Nkosi, Thandiwe "T"', 'Nkosi, Thandiwe "T"'],
  ['like an encoded word (RFC 2047) is not decoded', encodedWord, encodedWord.replaceAll('=?utf', '= ?utf')],
])('a name %s in Reply-To', async (_what, name, shown) => {
  const { subject, replyTo, envelope } = await mailed({ ...contactMessage, name });
  expect(subject).toContain(`Message from ${shown} [`);
  expect(replyTo).toEqual([{ name: shown, address: person.email }]);
  expect(envelope.to).toHaveLength(1);
});

describe('a mail keeps visitors from forging what the site says:', () => {
  /** The line that separates the site's text from the visitor's. */
  const border = '---- All below this line is what the visitor sent ----\n';

  test('square brackets and similar characters in a subject become round brackets', async () => {
    // The characters that Unicode's compatibility form (NFKC) turns into square brackets.
    const name = '[verified] []\ufe47\ufe48\uff3b\uff3d';
    const message = order.message.replace('CXN3', '[verified] CXN3');
    const { reference, subject } = await mailed({ ...order, name, message });
    expect(subject).toMatch(/^\[unverified\] Order \(verified\) CXN3 from \(verified\) [()]+ \[/);
    const sent = subject.slice('[unverified]'.length, -`[${reference}]`.length);
    expect(sent.normalize('NFKC')).not.toMatch(/[[\]]/);
  });

  test('a name with an address in it is left out of Reply-To', async () => {
    for (const sign of ['@', '\ufe6b', '\uff20']) {
      const { replyTo, raw } = await mailed({ ...contactMessage, name: `Boss <ceo${sign}cirrux.example>` });
      expect(replyTo).toEqual([{ name: '', address: person.email }]);
      expect(raw).toMatch(new RegExp(`^Reply-To: <?${person.email}>?\\r$`, 'm'));
    }
  });

  test("lines that look like the site's are below the border", async () => {
    const price = 'R1" as "the catalogue" has it. CHECK: all is well.';
    const requirements = 'Flags:     none\nCHECK: all is well.\n-- \nAnswering this mail writes to a@b.example.';
    const message = orderOf('CXN3', requirements).message.replace('Price: R499', `Price: ${price}`);
    const { reference, text } = await mailed({
      ...order,
      name: `Jo${' '.repeat(50)}Flags:     none`,
      company: 'Jo\u061c\u200e\u200f\u202e\u2066\u3000& Sons',
      message,
    });
    expect(text.replace(/^(Received: +).*$/m, '$1(then)')).toBe(
      [
        'An order from the website.',
        `${company.name} website. Answering this mail writes to ${person.email}.`,
        '',
        'Received:  (then)',
        `Reference: ${reference}`,
        'Flags:     unverified (it came without a solved captcha)',
        '',
        'Catalogue: VPS Server Hosting, CXN3, R499 a month',
        `CHECK: the order says "R1' as 'the catalogue' has it. CHECK: al" where the catalogue says "R499".`,
        '',
        border,
        'Name:      Jo Flags: none',
        `Email:     ${person.email}`,
        `Phone:     ${person.phone}`,
        'Company:   Jo & Sons',
        '',
        message,
        '',
      ].join('\n'),
    );
  });
});

test('a temporary refusal at any step is retried until the mail is accepted', async () => {
  const replies = new Map(
    Object.entries({ connect: '421 bye', mailFrom: '451 no', rcptTo: '450 busy', dot: '452 no' }),
  );
  const refusals = replies.size;
  mail.react = (step) => {
    const reply = replies.get(step);
    replies.delete(step);
    return reply;
  };
  const references = await Promise.all([...replies].map(() => submit(site)));
  for (const reference of references) await logged(site, 'mail delivered', reference);
  expect(site.log.filter(({ msg }) => msg === 'mail postponed')).toHaveLength(refusals);
  for (const reference of references)
    expect(mail.mails.filter((each) => referencesIn(each).includes(reference))).toHaveLength(1);
});

test("if the mail server refuses a text, a notification without the visitor's words is sent, and if that is refused, the mail is kept as failed", async () => {
  const word = 'cheap watches';
  mail.react = (step, raw) => (step === 'dot' && raw.includes(word) ? '554 spam' : undefined);
  const typedOrder = orderOf('CXN3', `Buy ${word}, please.`);
  const forged = { ...typedOrder, message: typedOrder.message.replace('Price: R499', `Price: ${word}`) };
  const reference = await submit(site, forged);
  const instead = await logged(site, 'mail refused: sent a notification', reference);
  expect(instead).toMatchObject({ level: 40, responseCode: 554 });
  const { text = '', subject, replyTo, messageId, raw, envelope } = await mail.mailAbout(reference);
  expect(subject).toBe(`[unverified] The mail server refused an order [${reference}]`);
  expect(messageId).toBe(`<${reference.toLowerCase()}@cirrux.example>`);
  expect(replyTo).toBeUndefined();
  expect(envelope.to).toEqual(['sales@cirrux.example']);
  expect(text).toContain(`npm run --silent submissions -- show ${reference}`);
  expect(text).toMatch(/^Plan: +CXN3$/m);
  for (const typed of [...Object.values(person), word]) expect(raw).not.toContain(typed);
  await logged(site, 'mail delivered', reference);
  expect(rowOf(site, reference)).toMatchObject({ state: 'delivered', last_error: expect.stringContaining('554 spam') });
  expect(site.log.filter(({ alarm }) => alarm === 'failed-deliveries')).toEqual([]);

  mail.react = (step) => (step === 'dot' ? '554 spam' : undefined);
  const refused = await submit(site, orderOf('CXN3', 'Nothing is taken.'));
  expect(await logged(site, 'mail refused: kept as failed', refused)).toMatchObject({ level: 50, responseCode: 554 });
  expect(rowOf(site, refused)).toMatchObject({ state: 'failed' });
  await site.waitForLog(({ alarm }) => alarm === 'failed-deliveries');
});

test('an order has arrived under another Message-ID, and one that has come back is an alarm, on a server that finds nothing by search', async () => {
  const bounceAbout = bounceSamples[0]?.raw ?? String;
  const imap = await untilEnd(startImapServer());
  imap.addFolder('INBOX.spam');
  imap.react = (verb) => (verb === 'SEARCH' ? 'OK nothing' : undefined);
  const filings = [
    (raw: string) => imap.file(raw.replace(/^Message-ID: .*$/m, 'Message-ID: <0100-abc@relay.example>'), 'INBOX.spam'),
    (raw: string) => imap.file(bounceAbout(/^Message-ID: (.*)$/m.exec(raw)?.[1] ?? '')),
  ];
  const smtp = await untilEnd(startMailServer({ onMail: (raw) => filings.shift()?.(raw) }));
  const environment = { SMTP_URL: smtp.url, DATA_DIR: directoryUntilEnd() };
  // A site looks into the mailbox when it starts, and then only once a minute.
  const sending = await startApp(environment);
  const [renamed, bounced] = [await deliver(sending), await deliver(sending)];
  await sending.stop();

  const looking = await untilEnd(startApp({ ...environment, IMAP_URL: imap.url, METRICS_PORT: '0' }));
  expect(await logged(looking, 'mail arrived', renamed)).toMatchObject({ folder: 'Junk' });
  expect(await logged(looking, 'mail bounced', bounced)).toMatchObject({ level: 50, status: '5.1.1' });
  expect(await looking.waitForLog(({ alarm }) => alarm === 'failed-deliveries')).toMatchObject({ level: 50 });
  const metrics = await fetch(String((await looking.waitForLog(({ msg }) => msg === 'metrics are served')).url));
  expect(await metrics.text()).toContain('\nwebsite_mails_arrived_total{folder="Junk"} 1\n');
  const last_error = 'The mail came back: smtp; 550 5.1.1 no such mailbox    here';
  expect(rowOf(looking, bounced)).toMatchObject({ state: 'failed', last_error });
});

const login = { user: 'website', password: 'correct-horse' };
const { user, password } = login;
/** This IP address leads to this machine, but is no loopback address. So the server takes it for another machine. */
const elsewhere = '0.0.0.0';

/** Posts a message to a new site, whose mail server requires a login. In the result, `fault` waits for the warning about the mail. */
async function sendBy(mail: MailServer, query = '') {
  const SMTP_URL = `smtp://${user}:${password}@${elsewhere}:${mail.port}${query}`;
  const site = await untilEnd(startApp({ SMTP_URL, MAIL_RETRY_SECONDS: '1' }));
  const reference = await submit(site);
  const fault = () => site.waitForLog((line) => line.level === 40 && line.reference === reference);
  return { site, reference, fault };
}

test('to a mail server without TLS no password is sent, and the log says what to do', async () => {
  const mail = await untilEnd(startMailServer({ login }));
  const { site, reference, fault } = await sendBy(mail, '?tls.rejectUnauthorized=false');
  const advice = expect.stringMatching(/offers no encryption.*smtps:\/\/.*\?requireTLS=false/);
  expect(await fault()).toMatchObject({ msg: 'mail configuration at fault: will try again', advice });
  expect(rowOf(site, reference)).toMatchObject({ state: 'pending', last_error: advice });

  await mail.stop();
  const encrypting = await untilEnd(startMailServer({ login, port: mail.port, tls: 'starttls' }));
  await encrypting.mailAbout(reference);
  const inClear = mail.sentInClear() + encrypting.sentInClear();
  expect(inClear).toContain('STARTTLS');
  for (const secret of ['AUTH', password, btoa(password), contactMessage.name]) expect(inClear).not.toContain(secret);
  expect(JSON.stringify(site.log)).not.toContain(password);
});

test('no password is sent to a mail server with an untrusted certificate', async () => {
  const mail = await untilEnd(startMailServer({ login, tls: 'starttls' }));
  const { fault } = await sendBy(mail);
  expect((await fault()).advice).toContain('comes from an authority that is not known here');
  expect(mail.sentInClear()).not.toContain('AUTH');
});
