import { beforeEach, expect, test } from '@jest/globals';
import { type AppStore, makeStore } from '../../client/store.ts';
import { submitContact } from '../../client/submission/submitContact.ts';
import { submitOrder } from '../../client/submission/submitOrder.ts';
import type { FilledForm } from '../../client/submission/submitThunk.ts';
import { filledOrder } from '../helpers/visitor/filledOrder.ts';

const message: FilledForm = { form: 'contact', typed: {}, token: () => 'token' };
const order = filledOrder('CXN3');

let store: AppStore;
function submission() {
  return store.getState().submission;
}
beforeEach(() => {
  store = makeStore();
});

test('each form has its own state', () => {
  store.dispatch(submitContact.pending('1', message));
  store.dispatch(submitOrder.pending('2', order));
  store.dispatch(submitContact.fulfilled({ reference: 'R-1' }, '1', message));
  expect(submission()).toEqual({
    contact: { submitting: false, stored: 1 },
    CXN3: { submitting: true, stored: 0 },
  });
});

test('a form counts stored submissions, not refused or failed ones', () => {
  store.dispatch(submitOrder.pending('1', order));
  store.dispatch(submitOrder.rejected(null, '1', order, { status: 0 }));
  expect(submission().CXN3).toEqual({ submitting: false, stored: 0 });
  store.dispatch(submitOrder.fulfilled({ reference: 'R-1' }, '2', order));
  store.dispatch(submitOrder.fulfilled({ reference: 'R-2' }, '3', order));
  expect(submission().CXN3).toEqual({ submitting: false, stored: 2 });
});

test('a form that is being sent is not sent a second time', async () => {
  store.dispatch(submitContact.pending('1', message));
  const action = await store.dispatch(submitContact(message));
  expect(action.meta).toMatchObject({ requestStatus: 'rejected', condition: true });
  expect(store.getState()).toMatchObject({ submission: { contact: { submitting: true } }, toasts: { shown: [] } });
});
