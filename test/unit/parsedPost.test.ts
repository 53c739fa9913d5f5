import { createHmac } from 'node:crypto';
import { expect, test } from '@jest/globals';
import type { Request } from 'express';
import { type ParsedPost, parseJson, parsePlainForm } from '../../server/intake/parsedPost.ts';
import { orderOf } from '../helpers/visitor/visitor.ts';

const secret = new Uint8Array(32).fill(7);
const sender = { name: 'Jo Nel', email: 'Jo+Web@visitor.example', company: 'Nel & Co', phone: '082 555 0100' };
const contact = { ...sender, message: 'Please call me back.' };
const choices = { billing: 'yearly', dataCentre: 'Cape Town', operatingSystem: 'Debian 13' };
const plain = { ...sender, plan: 'CXN1', message: 'Please phone.', ...choices };

function json(body: object, key?: string): ParsedPost {
  return parseJson({ body, get: () => key } as unknown as Request);
}
function form(fields: Record<string, string>, address = ''): ParsedPost {
  return parsePlainForm(new URLSearchParams(fields).toString(), address);
}
const message = form(plain).submission?.message ?? '';
function orderWith(text: string, other: string): ParsedPost {
  return json({ ...sender, message: message.replace(text, other) });
}

// The store keeps these hashes. If one changed, a post that is repeated after an upgrade would get 422 in place of its reference.
const hashOfContact = '6c6353e0d6a09d278d4cee3ca717871d29195f613c85a24e79f5c67c7112ba53';
const hashOfOrder = '1a6391937c5c90c68c1f562a47de0973cee433e36b4c0ffef4ae5a23b701983b';

test('a post by script has the key of its header, in lower case, and the same hash in every release', () => {
  const key = '5F0C1C9E-0000-4000-8000-00000000000A';
  const keyOf = (body: object) => json(body, key).makeKey?.(secret);
  expect(keyOf(contact)).toEqual({ key: key.toLowerCase(), bodyHash: hashOfContact });
  expect(keyOf({ ...sender, message })).toEqual({ key: key.toLowerCase(), bodyHash: hashOfOrder });
  expect(json(contact).makeKey).toBeUndefined();
});

test('a plain post has the hash of the post by script, and a key for ten minutes, or for good if the form has a form key', () => {
  for (const address of ['203.0.113.7', '2001:db8::/56']) {
    const code = createHmac('sha256', secret).update(`${address}\n${hashOfOrder}`).digest('hex');
    const brief = { key: `plain-${code}`, bodyHash: hashOfOrder, lifetime: 600_000 };
    expect(form(plain, address).makeKey?.(secret)).toEqual(brief);
  }
  const lasting = { key: '6ef8e905-5e20-85cf-83e3-4718790532c1', bodyHash: hashOfOrder };
  expect(form({ ...plain, key: '1-22-333-4444' }).makeKey?.(secret)).toEqual(lasting);
});

const order = { ...sender, message, kind: 'order', planId: 'CXN1', orderedPlan: 'CXN1', ...choices, suspect: false };
const chosen = expect.stringContaining('\nData centre: Cape Town\nOperating system: Debian 13\n\n');
const cxn3 = json({ ...sender, ...orderOf('CXN3') });
test.each<[string, ParsedPost, object]>([
  ['an order by script', orderWith('', ''), { ...order, orderedPrice: 'R750 per year', unknownLines: null }],
  ['a plain order', form(plain), { ...order, orderedPrice: 'R750 per year', unknownLines: null }],
  ['the choices in lines of their own', form(plain), { message: chosen }],
  ['a plan without a yearly price', cxn3, { orderedPrice: 'R499', billing: null, dataCentre: null }],
  ['a forged price', orderWith('R750 per year', 'R1'), { planId: 'CXN1', orderedPrice: 'R1', billing: null }],
  ['an unknown plan', orderWith('CXN1', 'CXN99'), { orderedPlan: 'CXN99', planId: null }],
  ['many forged lines', orderWith('Data', 'Free\n'.repeat(9)), { unknownLines: 'Free\nFree\nFree\nFree\nFree' }],
  ['a link in a plain order', form({ ...plain, company: 'WWW.spam.example' }), { suspect: true }],
  ['trimmed texts', json({ ...contact, name: ' Jo Nel\r\n' }), contact],
  ['a link in a message', json({ ...contact, message: 'See https://a.example' }), { kind: 'contact', suspect: false }],
])('the server reads %s from a post', (_what, { submission }, expected) => {
  expect(submission).toMatchObject(expected);
});
