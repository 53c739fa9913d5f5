import { expect, test } from '@jest/globals';
import { downloadStarted, messages, validationFailed } from '../../shared/messages.ts';
import { check, checkSubmission, contactSchema, normaliseText, orderSchema } from '../../shared/submissionSchemas.ts';
import { contactMessage, orderOf, person } from '../helpers/visitor/visitor.ts';

function contactErrors(changes: Record<string, unknown>) {
  return check(contactSchema, { ...contactMessage, ...changes }).errors;
}
function orderErrors(changes: Record<string, unknown>) {
  return check(orderSchema, { ...person, message: '', ...changes }).errors;
}
function emailOf(length: number) {
  return `${'a'.repeat(60)}@${'b.'.repeat((length - 64) / 2)}${length % 2 ? 'com' : 'co'}`.padEnd(length, 'm');
}

test.each([
  ['name', 'N', 'Name must be at least 2 characters'],
  ['name', '  N  ', 'Name must be at least 2 characters'],
  ['name', 'N'.repeat(101), 'Name must be less than 100 characters'],
  ['email', '', 'Invalid email address'],
  ['email', 'nobody', 'Invalid email address'],
  ['email', emailOf(256), 'Email must be less than 255 characters'],
  ['company', 'C'.repeat(101), 'Company name must be less than 100 characters'],
  ['phone', '1'.repeat(21), 'Phone number must be less than 20 characters'],
  ['message', 'Too short', 'Message must be at least 10 characters'],
  ['message', 'm'.repeat(1001), 'Message must be less than 1000 characters'],
])('the contact form refuses the %s %j: %s', (field, value, message) => {
  expect(contactErrors({ [field]: value })).toEqual({ [field]: message });
});

test('in both forms values at the limits are valid, and so are emoji and other scripts', () => {
  expect(contactErrors({ name: 'Zoë 👩🏽‍💻', message: 'Sawubona, 你好, مرحبا' })).toBeUndefined();
  expect(contactErrors({ name: 'Jo', message: 'm'.repeat(10), company: '', phone: '' })).toBeUndefined();
  const longest = { name: 'N'.repeat(100), email: emailOf(255), company: 'C'.repeat(100), phone: '1'.repeat(20) };
  for (const errors of [contactErrors, orderErrors])
    expect(errors({ ...longest, message: 'm'.repeat(1000) })).toBeUndefined();
});

test("the contact form's messages follow the order of its fields, and a field at fault twice has two messages", () => {
  const bad = { name: '\0', email: 'x'.repeat(300), message: 'm'.repeat(1001) };
  const { errors, messages } = check(contactSchema, { ...contactMessage, ...bad });
  expect(messages).toEqual([
    'Name contains characters that cannot be used',
    'Name must be at least 2 characters',
    'Invalid email address',
    'Email must be less than 255 characters',
    'Message must be less than 1000 characters',
  ]);
  expect(errors).toEqual({ name: messages?.[0], email: messages?.[2], message: messages?.[4] });
});

test('in the contact form company and phone are optional, other fields are dropped, every invalid field is named', () => {
  const { name, email, message } = contactMessage;
  const { values } = check(contactSchema, { name, email, message, admin: true });
  expect(values).toEqual({ name, email, message, company: '', phone: '' });
  expect(Object.keys(check(contactSchema, {}).errors ?? {}).sort()).toEqual(['email', 'message', 'name']);
});

test.each([
  ['name', '', 'Name must be at least 2 characters'],
  ['email', 'a@b', 'Invalid email address'],
  ['phone', '012345678', 'Phone number must be at least 10 digits'],
  ['name', 'N'.repeat(101), 'Name must be at most 100 characters'],
  ['phone', '1'.repeat(21), 'Phone number must be at most 20 characters'],
  ['company', 'C'.repeat(101), 'Company name must be at most 100 characters'],
  ['message', 'm'.repeat(1001), 'Requirements must be at most 1000 characters'],
])('the order form refuses the %s %j: %s', (field, value, message) => {
  expect(orderErrors({ [field]: value })).toEqual({ [field]: message });
});

test.each([
  [messages.captchaRequired, 'CAPTCHA Required', "Please verify that you're not a robot", 'destructive'],
  [validationFailed(['One', 'Two']), 'Validation Error', 'One, Two', 'destructive'],
  [messages.messageFailed, 'Error', 'Failed to send message. Please try again or contact us directly.'],
  [messages.messageSent, 'Message Sent', "Thanks for your message! We'll be in touch soon.", 'default'],
  [messages.orderFailed, 'Error', 'Failed to submit order. Please try again or contact us directly.', 'destructive'],
  [messages.orderSubmitted, 'Order Submitted!', "We'll contact you shortly to confirm your order.", 'default'],
  [messages.downloadFailed, undefined, 'Error downloading document. Please try again.'],
  [downloadStarted('policy.pdf'), undefined, 'policy.pdf download started', 'default'],
])('the toast %j is as specified', (toast, title, description, tone = 'destructive') => {
  expect(toast).toEqual({ title, description, tone });
});

test.each([
  ...['jo@visitor.example', "o'neil+tag@mail.visitor.co.za", 'a@xn--bcher-kva.example', 'jo.m_v@1-2.co'],
  `jo@${'v'.repeat(63)}.example`,
])('the e-mail address %j is valid', (email) => {
  expect(contactErrors({ email })).toBeUndefined();
});

test.each([
  ...['jo@visitor', '@visitor.example', 'jo@', 'jo jo@visitor.example', 'jo@visitor..example', 'jo.@visitor.example'],
  ...['.jo@visitor.example', 'jo..jo@visitor.example', 'jo@-visitor.example', 'jo@visitor-.example', 'jo@visitor.e'],
  ...['jo@visitor.1example', `jo@${'v'.repeat(64)}.example`, 'jo@visitor.example,other@visitor.example'],
  ...['Jo <jo@visitor.example', 'mailto:', 'jo@visitor.example (Jo)', 'jan@müller', 'jan@mü ller.de'],
  ...['jan@müller.de:80', 'jan@müller.de/x', '=?utf-8?q?jo?=@visitor.example', 'jän@müller.de', 'jan@１.２.３.４'],
])('the e-mail address %j is refused', (email) => {
  expect(contactErrors({ email })).toEqual({ email: 'Invalid email address' });
});

test.each([
  ['jan@müller.de', 'jan@xn--mller-kva.de'],
  ['jan@MÜLLER.de', 'jan@xn--mller-kva.de'],
  ['jan@例え。jp', 'jan@xn--r8jz45g.jp'],
  ['\u202ajo@visitor.example\u202c', 'jo@visitor.example'],
  ['jo@visi\u00adtor\u200b.example\ufeff', 'jo@visitor.example'],
  ['Jo@Visitor.Example', 'Jo@Visitor.Example'],
  ['mailto:jo@visitor.example', 'jo@visitor.example'],
  ['MAILTO:jo+orders@visitor.example?subject=Hello', 'jo+orders@visitor.example'],
  ['<jo@visitor.example>', 'jo@visitor.example'],
  ['"Visitor, Jo" <jo@visitor.example>;', 'jo@visitor.example'],
  ['Jo <mailto:jo@visitor.example> , ', 'jo@visitor.example'],
  ['jo@visitor.example;,; ', 'jo@visitor.example'],
])('the e-mail address %j is stored as %s', (typed, stored) => {
  expect(check(contactSchema, { ...contactMessage, email: typed }).values?.email).toBe(stored);
  expect(check(orderSchema, { ...person, message: '', email: typed }).values?.email).toBe(stored);
});

const evils = ['\r\nBcc: a@b.example', '\n', '\0', '\u001b[2J', '\u0085', '\u2028', '\ud800', '\u007f'];
test.each(['name', 'email', 'company', 'phone'])(
  'the %s is refused with a control character, a line end or a lone surrogate',
  (field) => {
    for (const evil of evils) {
      expect([evil, contactErrors({ [field]: `Jo${evil}ab` })]).toEqual([evil, { [field]: expect.any(String) }]);
      expect(orderErrors({ [field]: `Jo${evil}ab0123` })).toHaveProperty(field);
    }
  },
);

test.each(['\0', '\ud800', '\udc00'])('a message with %j is refused', (evil) => {
  expect(contactErrors({ message: `A message with ${evil}` })).toHaveProperty('message');
  expect(orderErrors({ message: `A message with ${evil}` })).toHaveProperty('message');
});

test("a submission's value that is no string is refused, and only company and phone may be absent", () => {
  for (const value of [1, null, ['a'], { toString: 'x' }, undefined])
    for (const field of ['name', 'email', 'message', ...(value === undefined ? [] : ['company', 'phone'])])
      expect(contactErrors({ [field]: value })).toHaveProperty(field);
});

test('in a submission line ends become LF and texts are trimmed before their length is checked', () => {
  expect(normaliseText('  a\r\nb\rc\n  ')).toBe('a\nb\nc');
  const message = `${'m'.repeat(499)}\r\n${'m'.repeat(500)}`;
  expect(contactErrors({ message: `  ${message}\r\n` })).toBeUndefined();
});

const order = orderOf('CXN3', 'x'.repeat(1000));
test.each([
  ['an order, which may be longer than a message', order, undefined],
  ['an order of 4000 characters', { ...order, message: order.message.padEnd(4000, 'x') }, undefined],
  [
    'an order of 4001 characters',
    { ...order, message: order.message.padEnd(4001, 'x') },
    { message: expect.any(String) },
  ],
  ['an order without a phone', { ...order, phone: '' }, { phone: 'Phone number must be at least 10 digits' }],
  [
    "a message with an order's header within a line, which is no order",
    { ...contactMessage, phone: '', message: 'See === HOSTING ORDER REQUEST ===' },
    undefined,
  ],
])('a submission as JSON: %s has the faults of its kind', (_what, submission, errors) => {
  expect(checkSubmission(submission).errors).toEqual(errors);
});
