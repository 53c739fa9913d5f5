import { beforeEach, expect, test } from '@jest/globals';
import { noticeAnswered } from '../../client/events/noticeAnswered.ts';
import { noticeRaised } from '../../client/events/noticeRaised.ts';
import { type AppStore, makeStore } from '../../client/store.ts';
import { submitContact } from '../../client/submission/submitContact.ts';
import { submitOrder } from '../../client/submission/submitOrder.ts';
import { toastDismissed } from '../../client/toasts/toastsSlice.ts';
import { downloadStarted, messages } from '../../shared/messages.ts';
import { filledOrder } from '../helpers/visitor/filledOrder.ts';

const message = { form: 'contact', typed: {}, token: () => 'token' };
const order = filledOrder('CXN3');

let store: AppStore;
function shown() {
  return store.getState().toasts.shown;
}
beforeEach(() => {
  store = makeStore();
});

test.each([
  ['a stored order', submitOrder.fulfilled({ reference: 'R-1' }, '1', order), messages.orderSubmitted, 'R-1'],
  ['a stored message', submitContact.fulfilled({ reference: 'R-2' }, '1', message), messages.messageSent, 'R-2'],
  ['a failed order', submitOrder.rejected(null, '1', order, { status: 503 }), messages.orderFailed, undefined],
  ['a failed message', submitContact.rejected(null, '1', message, { status: 0 }), messages.messageFailed, undefined],
  ['an unexpected error', submitOrder.rejected(new Error('unexpected'), '1', order), messages.orderFailed, undefined],
])('%s raises a toast, with its reference if it has one', (_case, action, notice, reference) => {
  store.dispatch(action);
  const { form } = action.meta.arg;
  expect(shown()).toEqual([
    { ...notice, id: '1', form, ...(reference && { reference }), ...(reference === 'R-1' && { isOrder: true }) },
  ]);
});

test('a submission with invalid fields raises no toast', () => {
  const refused = { status: 400, errors: { name: 'Too short' } };
  store.dispatch(submitOrder.rejected(null, '1', order, refused));
  store.dispatch(submitContact.rejected(null, '1', message, refused));
  expect(shown()).toEqual([]);
});

test('the last three toasts are shown, and each can be dismissed', () => {
  for (const name of ['a', 'b', 'c', 'd']) store.dispatch(noticeRaised(downloadStarted(name)));
  expect(shown().map(({ description }) => description[0])).toEqual(['b', 'c', 'd']);
  store.dispatch(toastDismissed(shown()[1]?.id ?? ''));
  expect(shown().map(({ description }) => description[0])).toEqual(['b', 'd']);
});

test('a form has one toast at a time, which goes when the form is submitted again', () => {
  store.dispatch(noticeRaised(messages.contentProtected));
  store.dispatch(noticeRaised(messages.captchaRequired, 'contact'));
  store.dispatch(submitContact.rejected(null, '1', message, { status: 0 }));
  store.dispatch(submitOrder.rejected(null, '2', order, { status: 0 }));
  const { contentProtected, messageFailed, orderFailed } = messages;
  expect(shown()).toMatchObject([contentProtected, messageFailed, orderFailed]);
  store.dispatch(submitContact.pending('3', message));
  expect(shown()).toMatchObject([contentProtected, orderFailed]);
});

test('a reference is kept until it is dismissed, or its form has a newer one', () => {
  const storeOrder = (planId: string, reference: string) =>
    store.dispatch(submitOrder.fulfilled({ reference }, reference, filledOrder(planId)));
  const references = () => shown().flatMap(({ reference }) => reference ?? []);
  storeOrder('CXN1', 'R-1');
  store.dispatch(submitOrder.pending('1', filledOrder('CXN1')));
  store.dispatch(submitOrder.rejected(null, '1', filledOrder('CXN1'), { status: 0 }));
  for (const name of ['a', 'b', 'c']) store.dispatch(noticeRaised(downloadStarted(name)));
  expect(shown().map(({ description }) => description[0])).toEqual(['W', 'a', 'b', 'c']);
  store.dispatch(submitContact.fulfilled({ reference: 'R-2' }, '2', message));
  store.dispatch(noticeRaised(messages.captchaRequired, 'contact'));
  expect(references()).toEqual(['R-1', 'R-2']);
  store.dispatch(submitContact.rejected(null, '3', message, { status: 0 }));
  expect(shown().at(-1)).toMatchObject(messages.messageFailed);
  expect(shown()).not.toContainEqual(expect.objectContaining(messages.captchaRequired));
  storeOrder('CXN1', 'R-3');
  expect(references()).toEqual(['R-2', 'R-3']);
  // The last three, counted apart from toasts without one.
  storeOrder('CXN2', 'R-4');
  storeOrder('CXN3', 'R-5');
  expect(references()).toEqual(['R-3', 'R-4', 'R-5']);
  expect(shown().map(({ title }) => title)).toContain(messages.messageFailed.title);
  store.dispatch(toastDismissed('R-4'));
  expect(references()).toEqual(['R-3', 'R-5']);
});

test('a notice that is answered goes, but a stored message keeps its reference', () => {
  store.dispatch(noticeRaised(messages.captchaRequired, 'contact'));
  store.dispatch(noticeAnswered('contact'));
  expect(shown()).toEqual([]);
  store.dispatch(submitContact.fulfilled({ reference: 'R-1' }, '1', message));
  store.dispatch(noticeAnswered('contact'));
  expect(shown()).toMatchObject([{ reference: 'R-1' }]);
});
