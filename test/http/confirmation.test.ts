import { statSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { company } from '../../shared/company.ts';
import { messages, orderSteps } from '../../shared/messages.ts';
import { honeypotField } from '../../shared/submission.ts';
import { headersOf, type ReceivedMail, referencesIn, startMailServer } from '../helpers/mail/mailServer.ts';
import { startApp } from '../helpers/site/app.ts';
import { runToEnd } from '../helpers/site/site.ts';
import { filesWith } from '../helpers/store/filesWith.ts';
import { storedIn } from '../helpers/store/stored.ts';
import { untilEnd } from '../helpers/untilEnd.ts';
import { deliver, logged, postForm, referenceOf, rowOf, submit, tokenFor } from '../helpers/visitor/posts.ts';
import { contactMessage, newKey, orderOf, person } from '../helpers/visitor/visitor.ts';

/** E-mail addresses that the mail server refuses as recipients, each with the server's answer. */
const refused = new Map<string, string>();
const mail = await untilEnd(startMailServer());
mail.react = (step, _raw, address) => (step === 'rcptTo' ? refused.get(address) : undefined);
const addresses = { MAIL_FROM: 'Website <site@cirrux.example>', MAIL_TO: 'sales@cirrux.example' };
const settings = { MAIL_CONFIRM: 'true', METRICS_PORT: '0', SUBMISSION_LIMIT: '1000' };
const site = await untilEnd(startApp({ SMTP_URL: mail.url, ...addresses, ...settings }));

/** Posts a submission with a valid captcha token. Resolves with the reference of the submission. */
async function prove(body: object, to = site): Promise<string> {
  return submit(to, body, { token: await tokenFor(to) });
}
function mailsTo(address: string): ReceivedMail[] {
  return mail.mails.filter(({ envelope }) => envelope.to.includes(address));
}
function mailTo(address: string): Promise<ReceivedMail> {
  return mail.waitForMail(({ envelope }) => envelope.to.includes(address));
}

test("a verified order is confirmed to its sender with the catalogue's data, and without typed text", async () => {
  const choices = { billing: 'yearly', dataCentre: 'Cape Town', operatingSystem: 'Debian 13' };
  const requirements = 'Click https://evil.example or phone 082 000 0000 <b>today</b>.';
  const reference = await prove(orderOf('CXN1', requirements, choices));
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
  expect(headersOf(received, 'auto-submitted')).toEqual(['auto-generated']);
  expect(referencesIn(received)).toEqual([reference]);
  expect(headersOf(received, 'content-type')).toEqual(['text/plain; charset=utf-8']);

  const { text = '' } = received;
  const expectedParts = [
    ...[`Hello ${person.name},`, reference, 'VPS Server Hosting, CXN1', 'R750 per year, incl. VAT', '1 CPU, 2 GB RAM'],
    ...['Cape Town', 'Debian 13', orderSteps.title, ...orderSteps.steps, messages.orderSubmitted.description],
    ...[company.phone.display, 'by mistake', 'Your confirmation says how a prepaid year ends.'],
  ];
  for (const part of expectedParts) expect(text).toContain(part);
  for (const part of ['evil.example', '082 000', 'today', person.phone, person.company])
    expect(text).not.toContain(part);

  await logged(site, 'mail delivered', reference);
  await logged(site, 'confirmation sent', reference);
  const notification = await mailTo('sales@cirrux.example');
  expect(notification.subject).toBe(`Order CXN1 from ${person.name} [${reference}]`);
  expect(rowOf(site, reference)).toMatchObject({ state: 'delivered', confirmation: 'sent' });
  const { output } = await runToEnd(['submissions', 'show', reference], { DATA_DIR: site.dataDirectory });
  expect(output).toMatch(/^Confirmation <.*>\n +State: +sent .* SAST$/m);
  const metrics = await fetch(String((await site.waitForLog(({ msg }) => msg === 'metrics are served')).url));
  expect(await metrics.text()).toContain('\nwebsite_confirmations_total{outcome="sent"} 1\n');
});

test('no text of a forged order or name is in a confirmation', async () => {
  const order = orderOf('CXN3').message;
  const forged = {
    ...person,
    email: 'Victim+shop@visitor.example',
    name: 'Win at evil.example',
    message: order
      .replace('Price: R499', 'Price: R1, so phone 082 000 0000')
      .replace(/^Plan Details: .*$/m, '$&\nSetup: evil.example\nOperating system: Debian 13'),
  };
  await prove(forged);
  const { text = '', subject = '' } = await mailTo(forged.email);
  expect(text).toMatch(/^Hello,\r?\n/);
  expect(text).toContain('Debian 13');
  for (const part of ['evil', '082 000', 'Price', 'R499', 'Setup']) expect(subject + text).not.toContain(part);

  await prove({ ...forged, email: 'other@visitor.example', message: order.replace(/CXN3/g, 'evil.example') });
  const other = await mailTo('other@visitor.example');
  expect(other.text).toContain('Your order has reached');
  for (const part of ['evil', 'Plan:', 'Price:']) expect(other.text).not.toContain(part);
});

test('an order that is unverified, looks like spam or repeats a key gets no confirmation', async () => {
  const email = 'unproven@visitor.example';
  await submit(site, { ...contactMessage, email });
  await prove({ ...contactMessage, email, company: 'www.spam.example' });
  const robot = { ...person, email, message: '', plan: 'CXN3', [honeypotField]: 'x' };
  const answer = await postForm(site, robot).expect(303);
  expect((await mail.mailAbout(referenceOf(answer))).subject).toMatch(/^\[suspect\] \[unverified\] Order CXN3/);
  const options = { key: newKey(), token: await tokenFor(site) };
  const repeat = () => submit(site, { ...contactMessage, email: 'repeated@visitor.example' }, options);
  const reference = await repeat();
  expect(await repeat()).toBe(reference);
  await logged(site, 'confirmation sent', reference);
  await logged(site, 'confirmation sent', await prove({ ...contactMessage, email: 'last@visitor.example' }));
  const rows = storedIn(site.dataDirectory).filter((row) => row.email === email);
  expect(rows.map(({ confirmation }) => confirmation)).toEqual([null, null, null]);
  expect([mailsTo(email).length, mailsTo('repeated@visitor.example').length]).toEqual([0, 1]);
});

test('a refused confirmation does not affect the notification of the order, and without MAIL_CONFIRM there is no confirmation', async () => {
  const gone = 'gone@former.example';
  refused.set(gone, `550 no such person ${gone}`);
  const reference = await prove({ ...contactMessage, email: gone });
  const line = await logged(site, 'confirmation refused', reference);
  expect(line).toMatchObject({ level: 40, responseCode: 550, attempts: 1 });
  await logged(site, 'mail delivered', reference);
  expect(rowOf(site, reference)).toMatchObject({ state: 'delivered', last_error: null, confirmation: 'failed' });
  expect(JSON.stringify(site.log)).not.toMatch(/(visitor|former)\.example/);

  const silent = await untilEnd(startApp({ SMTP_URL: mail.url }));
  const none = await deliver(silent, contactMessage, { token: await tokenFor(silent) });
  expect(rowOf(silent, none)).toMatchObject({ verified: 1, confirmation: null });
});

test('without SMTP_URL a confirmation is a file, erased with its submission, and in a flood there are no confirmations', async () => {
  const other = await untilEnd(startApp({ MAIL_CONFIRM: 'true', SUBMISSION_FLOOD: '1' }));
  const DATA_DIR = other.dataDirectory;
  const reference = await prove(contactMessage, other);
  await logged(other, 'confirmation sent', reference);
  await logged(other, 'mail delivered', reference);
  expect(statSync(path.join(DATA_DIR, 'mail', `${reference}.confirmation.eml`)).mode & 0o777).toBe(0o600);

  await prove({ ...contactMessage, email: 'second@visitor.example' }, other);
  const flooded = await prove({ ...contactMessage, email: 'third@visitor.example' }, other);
  await logged(other, 'mail delivered', flooded);
  expect(rowOf(other, flooded)).toMatchObject({ verified: expect.anything(), confirmation: null });

  expect(await runToEnd(['submissions', 'delete', reference], { DATA_DIR })).toMatchObject({ exitCode: 0 });
  for (const text of [person.email, reference, reference.toLowerCase()])
    expect([text, filesWith(DATA_DIR, text)]).toEqual([text, []]);
});
