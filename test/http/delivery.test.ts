import { afterEach, describe, expect, test } from '@jest/globals';
import request from 'supertest';
import { company } from '../../shared/company.ts';
import { type MailServerOptions, type Step, startMailServer } from '../helpers/mail/mailServer.ts';
import { runToEnd, type Site, startSite } from '../helpers/site/site.ts';
import { storedIn } from '../helpers/store/stored.ts';
import { contactMessage, orderOf, person, submissionsPath } from '../helpers/visitor/visitor.ts';

const ends: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

async function startBoth(options?: MailServerOptions, environment: Record<string, string> = {}) {
  const mail = await startMailServer(options);
  ends.push(mail.stop);
  const site = await startSite({ SMTP_URL: mail.url, MAIL_RETRY_SECONDS: '1', ...environment });
  ends.push(site.stop);
  return { mail, site };
}

async function send(site: Site, body: object): Promise<string> {
  const answer = await request(site.url).post(submissionsPath).send(body).expect(200);
  return answer.get('X-Reference') ?? '';
}

test('an order arrives as a mail with plan and reference in its subject and the visitor in Reply-To', async () => {
  const { mail, site } = await startBoth(undefined, {
    MAIL_FROM: 'Website <site@cirrux.example>',
    MAIL_TO: 'sales@cirrux.example',
  });
  const body = orderOf('CXN3', 'Two of them, please.');
  const reference = await send(site, body);
  const received = await mail.waitForMail();
  expect(received.envelope).toEqual({ from: 'site@cirrux.example', to: ['sales@cirrux.example'] });
  expect(received.subject).toBe(`[unverified] Order CXN3 from ${person.name} [${reference}]`);
  expect(received.replyTo).toEqual([expect.objectContaining({ name: person.name, address: person.email })]);
  expect(received.messageId).toBe(`<${reference.toLowerCase()}@cirrux.example>`);
  for (const text of [
    ...Object.values(person),
    reference,
    body.message,
    'Catalogue: VPS Server Hosting, CXN3, R499 a month',
  ])
    expect(received.text?.replaceAll('\r\n', '\n')).toContain(text);
  expect(received.text).not.toContain('CHECK');
  await site.waitForLog(({ msg, reference: logged }) => msg === 'mail delivered' && logged === reference);
  expect(storedIn(site.dataDirectory)).toEqual([
    expect.objectContaining({ reference, state: 'delivered', attempts: 1 }),
  ]);
});

test('a price that differs from the catalogue gets a CHECK line', async () => {
  const { mail, site } = await startBoth();
  const order = orderOf('CXN14');
  await send(site, { ...order, message: order.message.replace('Price: R5374', 'Price: R1') });
  expect((await mail.waitForMail()).text).toContain('CHECK: the order says "R1" where the catalogue says "R5374".');
});

test('a choice that the catalogue does not offer gets a CHECK line', async () => {
  const { mail, site } = await startBoth();
  const order = orderOf('CXN14');
  const message = order.message.replace(
    /^Plan Details: .*$/m,
    '$&\nData centre: Durban\nOperating system: Debian 13\nSetup: free',
  );
  await send(site, { ...order, message: message.replace('Price: R5374', 'Price: R750 per year') });
  const { text = '' } = await mail.waitForMail();
  expect(Array.from(text.matchAll(/^CHECK: .*$/gm), ([line]) => line.trim())).toEqual([
    'CHECK: the order says "R750 per year" where the catalogue says "R5374".',
    'CHECK: the order says "Durban", which the catalogue does not offer.',
    'CHECK: the order has a line that the site does not write: "Setup: free".',
  ]);
});

test('a name with a comma is one address in Reply-To', async () => {
  const { mail, site } = await startBoth();
  await send(site, { ...contactMessage, name: 'Nkosi, Thandiwe "T"' });
  const received = await mail.waitForMail();
  expect(received.replyTo).toEqual([expect.objectContaining({ name: 'Nkosi, Thandiwe "T"', address: person.email })]);
  expect(received.envelope.to).toEqual([company.email]);
});

test('a name like an encoded word (RFC 2047) is not decoded', async () => {
  const { mail, site } = await startBoth();
  await send(site, { ...contactMessage, name: '=?utf-8?Q?Boss=E2=80=AE=0D=0ABcc:_all?=' });
  const { subject, replyTo } = await mail.waitForMail();
  const shown = '= ?utf-8?Q?Boss=E2=80=AE=0D=0ABcc:_all?=';
  expect(subject).toContain(`Message from ${shown} [`);
  expect(replyTo).toEqual([expect.objectContaining({ name: shown, address: person.email })]);
});

describe('a mail keeps visitors from forging what the site says:', () => {
  /** All characters that a program may show as one of these. */
  const likenessesOf = (shown: RegExp): string[] =>
    Array.from({ length: 0x11_0000 }, (_, code) => code)
      .filter((code) => code < 0xd8_00 || code > 0xdf_ff)
      .map((code) => String.fromCodePoint(code))
      .filter((character) => shown.test(character.normalize('NFKC')));
  /** The line that separates the site's text from the visitor's. */
  const border = '---- All below this line is what the visitor sent ----\n';

  test('square brackets and their look-alikes in a subject become round', async () => {
    const { mail, site } = await startBoth();
    const brackets = likenessesOf(/[[\]]/);
    expect(brackets.length).toBeGreaterThan(4);
    const order = orderOf('CXN3');
    const reference = await send(site, {
      ...order,
      name: `[verified] ${brackets.join('')}`,
      message: order.message.replace('CXN3', '[verified] CXN3'),
    });
    const { subject = '' } = await mail.waitForMail();
    expect(subject).toMatch(/^\[unverified\] Order \(verified\) CXN3 from \(verified\) [()]+ \[/);
    const sent = subject.slice('[unverified]'.length, -`[${reference}]`.length);
    expect(sent.normalize('NFKC')).not.toMatch(/[[\]]/);
  });

  test('a name with an address in it is left out of Reply-To', async () => {
    const { mail, site } = await startBoth();
    const signs = likenessesOf(/@/);
    expect(signs.length).toBeGreaterThan(2);
    for (const sign of signs) {
      const reference = await send(site, { ...contactMessage, name: `Boss <ceo${sign}cirrux.example>` });
      const { replyTo, raw } = await mail.waitForMail(({ subject }) => subject?.includes(reference) === true);
      expect(replyTo).toEqual([{ name: '', address: person.email }]);
      expect(raw).toMatch(new RegExp(`^Reply-To: <?${person.email}>?\\r$`, 'm'));
    }
  });

  test("lines that look like the site's are below the border", async () => {
    const { mail, site } = await startBoth();
    const order = orderOf(
      'CXN3',
      'Flags:     none\nCHECK: all is well.\n-- \nAnswering this mail writes to a@b.example.',
    );
    const price = 'R1" as "the catalogue" has it. CHECK: all is well.';
    const message = order.message.replace('Price: R499', `Price: ${price}`);
    const reference = await send(site, {
      ...order,
      name: `Jo${' '.repeat(50)}Flags:     none`,
      company: 'Jo\u061c\u200e\u200f\u202e\u2066\u3000& Sons',
      message,
    });
    const text = (await mail.waitForMail()).text?.replaceAll('\r\n', '\n') ?? '';
    const ours = text.slice(0, text.indexOf(border));
    expect(ours.replace(/^(Received: +).*$/m, '$1(then)')).toBe(
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
        '',
      ].join('\n'),
    );
    expect(text.slice(ours.length)).toBe(
      [
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

test.each([
  ['connect', '421 closing'],
  ['mailFrom', '451 local error'],
  ['rcptTo', '450 busy'],
  ['dot', '452 no room'],
] as const)('a temporary refusal at %s with %s is retried until the mail is accepted', async (step, reply) => {
  let refusals = 0;
  const react = (at: Step) => {
    if (at !== step || refusals > 0) return undefined;
    refusals += 1;
    return reply;
  };
  const { mail, site } = await startBoth({ react });
  const reference = await send(site, contactMessage);
  await site.waitForLog(({ msg, reference: logged }) => msg === 'mail postponed' && logged === reference);
  await mail.waitForMail();
  await site.waitForLog(({ msg, attempts }) => msg === 'mail delivered' && attempts === 2);
  expect(mail.mails).toHaveLength(1);
});

test('a permanent refusal keeps the submission as failed with an error in the log, and the operator can retry it', async () => {
  let isOpen = false;
  const { mail, site } = await startBoth({ react: (at) => (at === 'rcptTo' && !isOpen ? '550 no' : undefined) });
  const reference = await send(site, contactMessage);
  const line = await site.waitForLog(
    ({ msg, reference: logged }) => msg.startsWith('mail refused') && logged === reference,
  );
  expect(line).toMatchObject({ level: 50, responseCode: 550 });
  expect(storedIn(site.dataDirectory)).toEqual([expect.objectContaining({ reference, state: 'failed' })]);
  isOpen = true;
  const { exitCode } = await runToEnd(['submissions', 'retry', reference], { DATA_DIR: site.dataDirectory });
  expect(exitCode).toBe(0);
  // The server polls for retried mail; a new submission makes it look at once.
  await send(site, contactMessage);
  await mail.waitForMail(({ subject }) => subject?.includes(reference) === true);
});

test('wrong SMTP credentials are logged with advice, and the mail is retried', async () => {
  const { site } = await startBoth({ login: { user: 'website', password: 'secret' } });
  const reference = await send(site, contactMessage);
  const line = await site.waitForLog(({ reference: logged, level }) => logged === reference && level === 40);
  expect(line.msg).toContain('will try again');
  expect(line.advice).toContain('check user name, password and port in SMTP_URL');
  expect(storedIn(site.dataDirectory)).toEqual([expect.objectContaining({ state: 'pending' })]);
});
