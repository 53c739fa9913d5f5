import { expect, test } from '@jest/globals';
import { mailDomainOf } from '../../server/config/mailServerUrl.ts';
import { readOrder } from '../../server/intake/parsedPost.ts';
import { composeConfirmation } from '../../server/mail/confirmation.ts';
import { composeNotification } from '../../server/mail/notification.ts';
import { recipientOf } from '../../server/outbox/mails.ts';
import { company } from '../../shared/company.ts';
import { orderOf, storedSubmission } from '../helpers/visitor/visitor.ts';

test.each([
  ['Jo@Visitor.example', 'jo@visitor.EXAMPLE', true],
  ['jo+shop@visitor.example', 'jo+x@visitor.example', true],
  ['j.o@visitor.example', 'jo@visitor.example', false],
  ['jo@visitor.example', 'jo@other.example', false],
])('the caps of confirmations count %s and %s as one mailbox: %s', (one, other, isSame) => {
  expect(recipientOf(one) === recipientOf(other)).toBe(isSame);
});

test.each([
  ['Thandiwe Mokoena', 'Hello Thandiwe Mokoena,'],
  ['José van der', 'Hello José van der,'],
  ["Anne-Marie O'Neil", "Hello Anne-Marie O'Neil,"],
  ['Buy my cheap watches now call Bob today', 'Hello,'],
  ['Aaaaaaaaaaaaaaaaaaaa Bbbbbbbbbbbbbbbbbbbb', 'Hello,'],
  ['Купи Слона', 'Hello,'],
  ['ＢＵＹ ＮＯＷ', 'Hello,'],
  ['Eﬃe', 'Hello,'],
  ['082 555', 'Hello,'],
])('the confirmation to %s begins with %j', (name, greeting) => {
  const { text } = composeConfirmation(
    { messageId: '<x@x>', submission: storedSubmission({ name }) },
    { mailFrom: 'a@b.example', mailTo: 'c@d.example' },
  );
  expect(text.split('\n')[0]).toBe(greeting);
});

test('an order is confirmed to the address as typed, without a contract, and noted to MAIL_TO, both in South African time', () => {
  const { order } = readOrder(orderOf('CXN1').message);
  const email = 'Jo+shop@Visitor.example';
  const receivedAt = Date.UTC(2026, 10, 27, 22, 30);
  const submission = storedSubmission({ kind: 'order', ...order, email, receivedAt, suspect: true });
  const addresses = { mailFrom: 'Website <site@cirrux.example>', mailTo: 'sales@cirrux.example' };
  const [confirmation, notification] = [composeConfirmation, composeNotification].map((compose) =>
    compose({ messageId: '<x@x>', submission }, addresses),
  );
  const headers = { 'X-Received': 'Fri, 27 Nov 2026 22:30:00 +0000' };
  const shared = { from: addresses.mailFrom, messageId: '<x@x>', headers };
  expect(confirmation).toMatchObject({ ...shared, to: { name: '', address: email }, replyTo: addresses.mailTo });
  expect(notification).toMatchObject({ ...shared, to: addresses.mailTo, replyTo: { address: email } });
  expect(notification?.subject).toMatch(/^\[suspect\] \[unverified\] Order CXN1 from /);
  for (const each of [confirmation, notification]) {
    expect(each?.text).toMatch(/^Received: +Saturday,? 28 November 2026 at 00:30$/m);
    // nodemailer dates a mail without a date when it leaves, however long it has waited.
    expect(each).not.toHaveProperty('date');
  }
  const binding =
    'This mail only says that your order has arrived. No payment now. Nothing is binding until you accept our';
  for (const part of ['R124 per month, incl. VAT', binding, 'Not You?']) expect(confirmation?.text).toContain(part);
  const quote = storedSubmission({ kind: 'order', planId: 'shared-starter' });
  const ofQuote = composeConfirmation({ messageId: '<x@x>', submission: quote }, addresses);
  expect(ofQuote.subject).toBe('Your request has arrived [7K3M9-QXD2R]');
  expect(ofQuote.text).toContain(
    'This mail only says that your request has arrived. No payment now. You get a price in writing first, and nothing is binding until you accept it.',
  );
  expect(confirmation?.text).toContain(`${company.legalName}, registration number ${company.registrationNumber}`);
  expect(notification?.text).toMatch(/^Catalogue: .*, CXN1, R124 a month, R750 a year$/m);
  expect(notification?.text).toContain('suspect (it looks like spam), unverified (it came without a solved captcha)');
  const { subject } = composeConfirmation({ messageId: '<x@x>', submission: storedSubmission() }, addresses);
  expect(subject).toBe('Your message has arrived [7K3M9-QXD2R]');
  const senders = [addresses.mailFrom, 'site@cirrux.example', 'site'].map((mailFrom) => mailDomainOf({ mailFrom }));
  expect(senders).toEqual(['cirrux.example', 'cirrux.example', 'localhost']);
});
