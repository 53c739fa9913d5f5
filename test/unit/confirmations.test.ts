import { expect, test } from '@jest/globals';
import { composeConfirmation } from '../../server/mail/confirmationMail.ts';
import { confirmationRecipient, domainLength } from '../../server/outbox/confirmationRecipient.ts';
import { storedSubmission } from '../helpers/visitor/visitor.ts';

test.each([
  ['Jo@Visitor.example', 'jo@visitor.EXAMPLE', true],
  ['jo+shop@visitor.example', 'jo+x@visitor.example', true],
  ['j.o@visitor.example', 'jo@visitor.example', false],
  ['j.o+x@gmail.com', 'JO@googlemail.com', true],
  ['+jo@visitor.example', '+pa@visitor.example', false],
  ['jo@visitor.example', 'jo@other.example', false],
])('%s and %s are the same mailbox: %s', (one, other, isSame) => {
  const secret = new Uint8Array(32);
  const [first, second] = [one, other].map((address) => confirmationRecipient(address, secret));
  expect(first === second).toBe(isSame);
  expect(first).toMatch(/^[0-9a-f]{80}$/);
});

test.each([
  ['jo@visitor.example', 'pa@VISITOR.example', true],
  ['jo@visitor.example', 'jo@other.example', false],
  ['jo@gmail.com', 'pa@gmail.com', false],
  ['j.o@gmail.com', 'jo@googlemail.com', true],
  ['jo@mweb.co.za', 'pa@mweb.co.za', false],
])('%s and %s count as one domain: %s', (one, other, isSame) => {
  const [first, second] = [one, other].map((address) => confirmationRecipient(address, new Uint8Array(32)));
  expect(first?.slice(0, domainLength) === second?.slice(0, domainLength)).toBe(isSame);
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
