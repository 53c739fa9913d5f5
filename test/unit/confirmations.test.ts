import { expect, test } from '@jest/globals';
import { composeConfirmation } from '../../server/mail/confirmationMail.ts';
import { confirmationRecipient, domainLength } from '../../server/outbox/confirmationRecipient.ts';
import { storedSubmission } from '../helpers/visitor/visitor.ts';

test.each([
  ['Jo@Visitor.example', 'jo@visitor.EXAMPLE', true, true],
  ['jo+shop@visitor.example', 'jo+x@visitor.example', true, true],
  ['j.o@visitor.example', 'jo@visitor.example', false, true],
  ['j.o+x@gmail.com', 'JO@googlemail.com', true, true],
  ['+jo@visitor.example', '+pa@visitor.example', false, true],
  ['jo@visitor.example', 'jo@other.example', false, false],
  ['jo@gmail.com', 'pa@gmail.com', false, false],
  ['jo@mweb.co.za', 'pa@mweb.co.za', false, false],
])('%s and %s: one mailbox %s, one domain %s', (one, other, isSameMailbox, isSameDomain) => {
  const secret = new Uint8Array(32);
  const [first = '', second = ''] = [one, other].map((address) => confirmationRecipient(address, secret) ?? '');
  expect(first).toMatch(/^[0-9a-f]{80}$/);
  expect(first === second).toBe(isSameMailbox);
  expect(first.slice(0, domainLength) === second.slice(0, domainLength)).toBe(isSameDomain);
});

test.each([
  ['Thandiwe Mokoena', 'Hello Thandiwe Mokoena,'],
  ['José van der', 'Hello José van der,'],
  ["Anne-Marie O'Neil", "Hello Anne-Marie O'Neil,"],
  ['Buy my cheap watches now call Bob today', 'Hello,'],
  ['ＢＵＹ ＮＯＷ', 'Hello,'],
  ['Call Ⅷ Ⅴ', 'Hello,'],
  ['Eﬃe', 'Hello,'],
  ['082 555', 'Hello,'],
])('%s is greeted with %j', (name, greeting) => {
  const { text } = composeConfirmation(
    { messageId: '<x@x>', submissions: [storedSubmission({ name })] },
    { mailFrom: 'a@b.example', mailTo: 'c@d.example' },
  );
  expect(text.split('\n')[0]).toBe(greeting);
});
