import { beforeEach, describe, expect, test } from '@jest/globals';
import { orderOpened, toastRaised } from '../../client/events/events.ts';
import { noOrdering, orderClosed } from '../../client/ordering/orderingSlice.ts';
import { type AppStore, makeStore } from '../../client/store.ts';
import type { FilledForm, FilledOrder } from '../../client/submission/filledForm.ts';
import { submitContact, submitOrder } from '../../client/submission/submissionSlice.ts';
import { toastDismissed } from '../../client/toasts/toastsSlice.ts';
import { type CataloguePlan, planById } from '../../shared/hosting/catalogue.ts';
import { downloadStarted, messages } from '../../shared/messages.ts';

function filledOrder(planId: string): FilledOrder {
  return { ...(planById(planId) as CataloguePlan), form: planId, typed: {}, token: () => '' };
}
const message: FilledForm = { form: 'contact', typed: {}, token: () => 'token' };
const order = filledOrder('CXN3');
const stored = submitOrder.fulfilled({ reference: 'R-1' }, '1', order);
const failed = submitOrder.rejected(null, '1', order, { status: 503 });
const refused = submitOrder.rejected(null, '1', order, { status: 400, errors: { name: 'Too short' } });

let store: AppStore;
beforeEach(() => {
  store = makeStore();
});

test('each form is submitting while it is sent, and keeps the references of its stored submissions', () => {
  const submission = () => store.getState().submission;
  store.dispatch(submitContact.pending('1', message));
  store.dispatch(submitOrder.pending('2', order));
  store.dispatch(submitContact.fulfilled({ reference: 'R-1' }, '1', message));
  const contact = { submitting: false, stored: ['R-1'] };
  expect(submission()).toEqual({ contact, CXN3: { submitting: true, stored: [] } });
  store.dispatch(submitOrder.rejected(null, '2', order, { status: 0 }));
  expect(submission()).toEqual({ contact, CXN3: { submitting: false, stored: [] } });
  for (const _ of [1, 2]) store.dispatch(stored);
  expect(submission()).toEqual({ contact, CXN3: { submitting: false, stored: ['R-1', 'R-1'] } });
});

describe('the order dialog', () => {
  const answered = { ...noOrdering, planId: 'CXN3', values: { name: 'A' }, errors: { name: 'Too short' } };
  const ordering = () => store.getState().ordering;
  beforeEach(() => {
    store.dispatch(orderOpened('CXN3'));
  });

  test.each([
    ['CXN3', answered],
    ['CXN4', { ...noOrdering, planId: 'CXN4' }],
  ])('of %s opens, and shows the failure of a plain post only for its plan', (planId, expected) => {
    store = makeStore({ ordering: answered });
    store.dispatch(orderOpened(planId));
    expect(ordering()).toEqual(expected);
  });

  test('stays open with a failure until the order is sent again, and with messages of fields until it closes', () => {
    store.dispatch(failed);
    expect(ordering()).toMatchObject({ planId: 'CXN3', failed: true });
    store.dispatch(submitOrder.pending('1', order));
    expect(ordering().failed).toBe(false);
    store.dispatch(refused);
    expect(ordering()).toMatchObject({ planId: 'CXN3', errors: { name: 'Too short' }, failed: false });
    store.dispatch(orderClosed('CXN3'));
    expect(ordering()).toEqual(noOrdering);
  });

  test('does not change by what becomes of the order of another plan', () => {
    store.dispatch(orderOpened('CXN4'));
    for (const action of [failed, refused, stored]) {
      store.dispatch(action);
      expect(ordering()).toEqual({ ...noOrdering, planId: 'CXN4' });
    }
  });

  test('shows no messages of fields once its order is stored', () => {
    store = makeStore({ ordering: answered });
    store.dispatch(stored);
    expect(ordering()).toEqual({ ...noOrdering, planId: 'CXN3' });
  });
});

describe('the toasts', () => {
  const shown = () => store.getState().toasts.shown;
  test.each([
    ['a stored order', stored, messages.orderSubmitted, 'R-1'],
    ['a stored message', submitContact.fulfilled({ reference: 'R-2' }, '1', message), messages.messageSent, 'R-2'],
    ['a failed order', failed, messages.orderFailed, undefined],
    ['a failed message', submitContact.rejected(null, '1', message, { status: 0 }), messages.messageFailed, undefined],
    ['an unexpected error', submitOrder.rejected(new Error('unexpected'), '1', order), messages.orderFailed, undefined],
  ])('%s raises a toast, with its reference if it has one', (_case, action, notice, reference) => {
    store.dispatch(action);
    const { form } = action.meta.arg;
    expect(shown()).toEqual([{ ...notice, id: '1', form, ...(reference && { reference }) }]);
  });

  test('a form has one toast at a time, which disappears when the form is submitted again', () => {
    store.dispatch(toastRaised(messages.contentProtected));
    store.dispatch(toastRaised(messages.captchaRequired, 'contact'));
    store.dispatch(submitContact.rejected(null, '1', message, { status: 0 }));
    store.dispatch(submitOrder.rejected(null, '2', order, { status: 0 }));
    const { contentProtected, messageFailed, orderFailed } = messages;
    expect(shown()).toMatchObject([contentProtected, messageFailed, orderFailed]);
    store.dispatch(submitContact.pending('3', message));
    expect(shown()).toMatchObject([contentProtected, orderFailed]);
  });

  test('three are shown at most: the oldest goes first', () => {
    for (const name of ['a', 'b', 'c', 'd']) store.dispatch(toastRaised(downloadStarted(name)));
    expect(shown().map(({ description }) => description[0])).toEqual(['b', 'c', 'd']);
    store.dispatch(toastDismissed(shown()[1]?.id ?? ''));
    expect(shown().map(({ description }) => description[0])).toEqual(['b', 'd']);
  });
});
