import { beforeEach, expect, test } from '@jest/globals';
import { noticeAnswered, noticeRaised } from '../../client/events/noticeRaised.ts';
import { type AppStore, makeStore } from '../../client/store.ts';
import { submitContact } from '../../client/submission/submitContact.ts';
import { submitOrder } from '../../client/submission/submitOrder.ts';
import { toastDismissed } from '../../client/toasts/toastsSlice.ts';
import { downloadStarted, messages } from '../../shared/messages.ts';
import { filledOrder } from '../helpers/filledOrder.ts';

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

test('a notice that is answered goes, but a stored message keeps its reference', () => {
  store.dispatch(noticeRaised(messages.captchaRequired, 'contact'));
  store.dispatch(noticeAnswered('contact'));
  expect(shown()).toEqual([]);
  store.dispatch(submitContact.fulfilled({ reference: 'R-1' }, '1', message));
  store.dispatch(noticeAnswered('contact'));
  expect(shown()).toMatchObject([{ reference: 'R-1' }]);
});
