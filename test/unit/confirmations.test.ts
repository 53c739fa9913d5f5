import { expect, test } from '@jest/globals';
import { composeConfirmation } from '../../server/mail/confirmation.ts';
import { mailboxOf } from '../../server/outbox/mails.ts';
import { storedSubmission } from '../helpers/visitor/visitor.ts';

test.each([
  ['Jo@Visitor.example', 'jo@visitor.EXAMPLE', true],
  ['jo+shop@visitor.example', 'jo+x@visitor.example', true],
  ['j.o@visitor.example', 'jo@visitor.example', false],
  ['jo@visitor.example', 'jo@other.example', false],
])('the caps of confirmations count %s and %s as one mailbox: %s', (one, other, isSame) => {
  expect(mailboxOf(one) === mailboxOf(other)).toBe(isSame);
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
])('the confirmation to %s begins with %j', (name, greeting) => {
  const { text } = composeConfirmation(
    { messageId: '<x@x>', submission: storedSubmission({ name }) },
    { mailFrom: 'a@b.example', mailTo: 'c@d.example' },
  );
  expect(text.split('\n')[0]).toBe(greeting);
});
