import { rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import request from 'supertest';
import { company } from '../../shared/company.ts';
import { planById } from '../../shared/hosting/catalogue.ts';
import { orderSteps } from '../../shared/hosting/orderSteps.ts';
import { messages } from '../../shared/messages.ts';
import { composeOrderMessage } from '../../shared/orderMessage.ts';
import { honeypotField } from '../../shared/submission.ts';
import { type MailServer, type ReceivedMail, startMailServer } from '../helpers/mail/mailServer.ts';
import { type LogLine, newDataDirectory, runToEnd, type Site, startSite } from '../helpers/site/site.ts';
import { filesWith } from '../helpers/store/filesWith.ts';
import { secretIn, storedIn } from '../helpers/store/stored.ts';
import { cheapToken } from '../helpers/visitor/cheapProof.ts';
import { contactMessage, newKey, orderOf, person, submissionsPath } from '../helpers/visitor/visitor.ts';

const dataDirectory = newDataDirectory();
const written = newDataDirectory();
let mailServer: MailServer;
let site: Site;
/** Addresses whose mail is refused, with the answer. */
const refused = new Map<string, string>();

function start(environment: Record<string, string> = {}) {
  return startSite(
    {
      SMTP_URL: mailServer.url,
      MAIL_CONFIRM: 'true',
      MAIL_FROM: 'Website <site@cirrux.example>',
      MAIL_TO: 'sales@cirrux.example',
      MAIL_RETRY_SECONDS: '1',
      METRICS_PORT: '0',
      SUBMISSION_LIMIT: '1000',
      ...environment,
    },
    { dataDirectory },
  );
}
beforeAll(async () => {
  mailServer = await startMailServer({
    react: (step, _raw, address) => (step === 'rcptTo' ? refused.get(address) : undefined),
  });
  site = await start();
});
afterAll(async () => {
  await site.stop();
  await mailServer.stop();
  for (const directory of [dataDirectory, written]) {
    rmSync(directory, { recursive: true });
  }
});

function post(body: object, to = site) {
  return request(to.url).post(submissionsPath).send(body);
}
function newToken(directory = dataDirectory): Promise<string> {
  return cheapToken(secretIn(directory));
}
/** Posts with a proof; resolves with the reference. */
async function prove(body: object, to = site): Promise<string> {
  const answer = await post(body, to)
    .set('X-Captcha-Token', await newToken(to.dataDirectory))
    .expect(200);
  return answer.get('X-Reference') ?? '';
}
/** Resolves when a line about a submission has been logged. */
function logged(msg: string, reference: string, by = site): Promise<LogLine> {
  return by.waitForLog((line) => line.msg === msg && line.reference === reference);
}
function mailsTo(address: string): ReceivedMail[] {
  return mailServer.mails.filter(({ envelope }) => envelope.to.includes(address));
}
function mailTo(address: string): Promise<ReceivedMail> {
  return mailServer.waitForMail(({ envelope }) => envelope.to.includes(address));
}
function rowOf(reference: string, directory = dataDirectory) {
  return storedIn(directory).find((row) => row.reference === reference);
}
function header({ headers }: ReceivedMail, name: string): string | undefined {
  return headers.find(({ key }) => key === name)?.value;
}
function shown(reference: string, directory = dataDirectory) {
  return runToEnd(['submissions', 'show', reference], { DATA_DIR: directory });
}

test('a proven order is confirmed to its sender, with what the catalogue says of it and nothing that was typed', async () => {
  const { family, plan } = planById('CXN1') ?? {};
  if (!family || !plan) throw new Error('there is no such plan');
  const choices = { billing: 'yearly', dataCentre: 'Cape Town', operatingSystem: 'Debian 13' };
  const requirements = 'Click https://evil.example or phone 082 000 0000 <b>now</b>.';
  const message = composeOrderMessage(family, plan, requirements, choices);
  const reference = await prove({ ...person, message });
  const received = await mailTo(person.email);

  expect(received.envelope).toEqual({ from: 'site@cirrux.example', to: [person.email] });
  expect(received).toMatchObject({
    from: { name: 'Website', address: 'site@cirrux.example' },
    to: [{ name: '', address: person.email }],
    replyTo: [{ name: '', address: 'sales@cirrux.example' }],
    subject: `Your order has arrived [${reference}]`,
    messageId: `<confirmation-${reference.toLowerCase()}@cirrux.example>`,
    attachments: [],
  });
  expect(header(received, 'auto-submitted')).toBe('auto-generated');
  expect(header(received, 'x-reference')).toBe(reference);
  expect(header(received, 'content-type')).toMatch(/^multipart\/alternative;/);
  expect(received.raw.match(/^Content-Type: text\/\w+/gm)).toEqual([
    'Content-Type: text/plain',
    'Content-Type: text/html',
  ]);

  const { text = '', html = '' } = received;
  const visible = html.replace(/<[^>]*>/g, '\n').replaceAll('&quot;', '"');
  for (const part of [
    `Hello ${person.name},`,
    reference,
    `${family.name}, CXN1`,
    'R750 per year, incl. VAT',
    '1 CPU, 2 GB RAM',
    'Cape Town',
    'Debian 13',
    orderSteps.title,
    ...orderSteps.steps,
    messages.orderSubmitted.description,
    company.phone.display,
    'by mistake',
  ]) {
    expect(text).toContain(part);
    expect(visible).toContain(part);
  }
  for (const part of ['evil.example', '082 000', 'now', person.phone, person.company]) {
    expect(text).not.toContain(part);
    expect(visible).not.toContain(part);
  }
  // No picture, no tracking, nothing that is loaded or leads elsewhere.
  expect(html).not.toMatch(/https?:|src=|href=|url\(|<(?:img|script|link|a)\b/);

  await logged('mail delivered', reference);
  await logged('confirmation sent', reference);
  const notification = await mailTo('sales@cirrux.example');
  expect(notification.subject).toBe(`Order CXN1 from ${person.name} [${reference}]`);
  expect(rowOf(reference)).toMatchObject({ state: 'delivered', confirmation: 'sent' });
  expect((await shown(reference)).output).toMatch(/^Confirmation: sent \d{4}-\d\d-\d\d \d\d:\d\d:\d\d SAST$/m);
  const metrics = await fetch(String((await site.waitForLog(({ msg }) => msg === 'metrics are served')).url));
  expect(await metrics.text()).toContain('\nwebsite_confirmations_total{outcome="sent"} 1\n');
});

test('a forged order or name puts nothing of its own into a confirmation', async () => {
  const order = orderOf('CXN3').message;
  const forged = {
    ...person,
    email: 'victim@visitor.example',
    name: 'Win at evil.example',
    message: order
      .replace('Price: R499', 'Price: R1, so phone 082 000 0000')
      .replace(/^Plan Details: .*$/m, '$&\nData centre: evil.example\nOperating system: Debian 13'),
  };
  await prove(forged);
  const { text = '', html = '', subject = '' } = await mailTo(forged.email);
  expect(text).toMatch(/^Hello,\r?\n/);
  expect(text).toContain('Debian 13');
  for (const part of ['evil', '082 000', 'Price', 'R499', 'Data centre'])
    expect(subject + text + html).not.toContain(part);

  await prove({ ...forged, email: 'other@visitor.example', message: order.replace(/CXN3/g, 'evil.example') });
  const other = await mailTo('other@visitor.example');
  expect(other.text).toContain('Your order has reached');
  for (const part of ['evil', 'Plan:', 'Price:']) expect(`${other.text}${other.html}`).not.toContain(part);
});

test('a proven message is confirmed too', async () => {
  const reference = await prove({ ...contactMessage, email: 'message@visitor.example' });
  const { subject, text = '' } = await mailTo('message@visitor.example');
  expect(subject).toBe(`Your message has arrived [${reference}]`);
  expect(text).toContain(messages.messageSent.description);
  expect(text).not.toContain(orderSteps.steps[0]);
  expect(text).not.toContain(contactMessage.message);
});

test('without a proof, with a spam mark, or repeated under its key, nothing is confirmed', async () => {
  const email = 'unproven@visitor.example';
  const unproven = (await post({ ...contactMessage, email }).expect(200)).get('X-Reference') ?? '';
  const suspect = await prove({ ...contactMessage, email, company: 'www.spam.example' });
  const form = new URLSearchParams({ ...person, email, message: '', plan: 'CXN3', [honeypotField]: 'x' });
  await request(site.url).post(submissionsPath).type('form').send(form.toString()).expect(303);
  const [key, token] = [newKey(), await newToken()];
  const repeated = () =>
    post({ ...contactMessage, email: 'repeated@visitor.example' })
      .set('X-Captcha-Token', token)
      .set('Idempotency-Key', key)
      .expect(200);
  const reference = (await repeated()).get('X-Reference') ?? '';
  expect((await repeated()).get('X-Reference')).toBe(reference);
  await logged('confirmation sent', reference);
  const last = await prove({ ...contactMessage, email: 'last@visitor.example' });
  await logged('confirmation sent', last);
  const rows = storedIn(dataDirectory).filter((row) => row.email === email);
  expect(rows.map(({ confirmation }) => confirmation)).toEqual([null, null, null]);
  expect((await shown(unproven)).output).toContain('\nConfirmation: none\n');
  expect(rowOf(suspect)).toMatchObject({ email });
  expect([mailsTo(email).length, mailsTo('repeated@visitor.example').length]).toEqual([0, 1]);
});

test('of five at once from one mailbox, however it is written, three are confirmed', async () => {
  const written = ['many', 'Many', 'many+tag', 'many+other', 'MANY'].map((name) => `${name}@visitor.example`);
  const tokens = await Promise.all(written.map(() => newToken()));
  const answers = await Promise.all(
    written.map((email, nth) => post({ ...contactMessage, email }).set('X-Captcha-Token', tokens[nth] ?? '')),
  );
  const references = answers.map((answer) => answer.get('X-Reference') ?? '');
  for (const reference of references) await logged('mail delivered', reference);
  await site.waitForLog(
    () =>
      site.log.filter(({ msg, reference }) => msg === 'confirmation sent' && references.includes(String(reference)))
        .length === 3,
  );
  const another = await prove({ ...contactMessage, email: 'another@visitor.example' });
  await logged('confirmation sent', another);
  expect(references.map((reference) => rowOf(reference)?.confirmation).sort()).toEqual([
    'sent',
    'sent',
    'sent',
    'skipped',
    'skipped',
  ]);
  expect(written.flatMap(mailsTo)).toHaveLength(3);
  const skipped = references.find((reference) => rowOf(reference)?.confirmation === 'skipped') ?? '';
  expect((await shown(skipped)).output).toContain('\nConfirmation: none: the address has had 3 in a day\n');
});

test("a confirmation that is refused, or refused for now, does not touch the order's own mail", async () => {
  const [gone, busy] = ['gone@visitor.example', 'busy@visitor.example'];
  refused.set(gone, '550 no such person gone@visitor.example').set(busy, '451 later');
  const reference = await prove({ ...contactMessage, email: gone });
  const line = await logged('confirmation refused', reference);
  expect(line).toMatchObject({ level: 40, responseCode: 550, attempts: 1 });
  await logged('mail delivered', reference);
  expect(rowOf(reference)).toMatchObject({ state: 'delivered', last_error: null, confirmation: 'failed' });
  expect((await shown(reference)).output).toMatch(/^Confirmation: failed \d/m);

  const later = await prove({ ...contactMessage, email: busy });
  await logged('confirmation postponed', later);
  expect(mailsTo(busy)).toEqual([]);
  refused.clear();
  await logged('confirmation sent', later);
  expect(mailsTo(busy)).toHaveLength(1);
  expect(rowOf(later)).toMatchObject({ state: 'delivered', attempts: 1, confirmation: 'sent' });
  expect(site.output()).not.toMatch(/visitor\.example/);
});

test('a confirmation that a kill held up is sent after the next start, and none without MAIL_CONFIRM', async () => {
  refused.set('held@visitor.example', '451 later');
  const held = await prove({ ...contactMessage, email: 'held@visitor.example' });
  await logged('confirmation postponed', held);
  site.signal('SIGKILL');
  await site.ended;
  refused.clear();

  site = await start({ MAIL_CONFIRM: 'false' });
  const none = await prove({ ...contactMessage, email: 'none@visitor.example' });
  await logged('mail delivered', none);
  await site.stop();
  site = await start();
  await logged('confirmation sent', held);
  expect(rowOf(none)).toMatchObject({ state: 'delivered', confirmation: null });
  expect([mailsTo('held@visitor.example').length, mailsTo('none@visitor.example').length]).toEqual([1, 0]);
});

test('without SMTP_URL it is a file that is erased with its submission; in a flood there is none', async () => {
  const other = await startSite({ MAIL_CONFIRM: 'true', SUBMISSION_FLOOD: '1' }, { dataDirectory: written });
  try {
    const reference = await prove(contactMessage, other);
    await logged('confirmation sent', reference, other);
    await logged('mail delivered', reference, other);
    expect(statSync(path.join(written, 'mail', `${reference}.confirmation.eml`)).mode & 0o777).toBe(0o600);

    await prove({ ...contactMessage, email: 'second@visitor.example' }, other);
    const flooded = await prove({ ...contactMessage, email: 'third@visitor.example' }, other);
    await logged('mail delivered', flooded, other);
    expect(rowOf(flooded, written)).toMatchObject({ verified: expect.anything(), confirmation: null });

    expect(await runToEnd(['submissions', 'delete', reference], { DATA_DIR: written })).toMatchObject({ exitCode: 0 });
    for (const text of [person.email, reference, reference.toLowerCase()])
      expect([text, filesWith(written, text)]).toEqual([text, []]);
  } finally {
    await other.stop();
  }
});
