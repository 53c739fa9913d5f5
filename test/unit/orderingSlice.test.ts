import { beforeEach, describe, expect, test } from '@jest/globals';
import { navigated } from '../../client/events/navigated.ts';
import { orderOpened } from '../../client/events/orderOpened.ts';
import { noOrdering, orderClosed } from '../../client/ordering/orderingSlice.ts';
import { type AppStore, makeStore } from '../../client/store.ts';
import { submitOrder } from '../../client/submission/submitOrder.ts';
import { filledOrder } from '../helpers/visitor/filledOrder.ts';

const order = filledOrder('CXN3');
const stored = submitOrder.fulfilled({ reference: 'R-1' }, 'request', order);
const failed = submitOrder.rejected(null, 'request', order, { status: 503 });
const refused = submitOrder.rejected(null, 'request', order, { status: 400, errors: { name: 'Too short' } });

let store: AppStore;
function ordering() {
  return store.getState().ordering;
}
beforeEach(() => {
  store = makeStore();
  store.dispatch(orderOpened('CXN3'));
});

test('a dialog opens, and closing it leaves none open', () => {
  expect(ordering().planId).toBe('CXN3');
  store.dispatch(orderClosed('CXN3'));
  expect(ordering()).toEqual(noOrdering);
});

test("a dialog whose close event comes after another plan's dialog has opened does not close that one", () => {
  store.dispatch(orderOpened('CXN4'));
  store.dispatch(orderClosed('CXN3'));
  expect(ordering().planId).toBe('CXN4');
});

describe('the result of a plain form post', () => {
  const answered = { ...noOrdering, planId: 'CXN3', values: { name: 'A' }, errors: { name: 'Too short' } };

  test('stays when the same dialog is opened again', () => {
    store = makeStore({ ordering: answered });
    store.dispatch(orderOpened('CXN3'));
    expect(ordering()).toEqual(answered);
  });

  test("does not show in another plan's dialog", () => {
    store = makeStore({ ordering: answered });
    store.dispatch(orderOpened('CXN4'));
    expect(ordering()).toEqual({ ...noOrdering, planId: 'CXN4' });
  });
});

test('a failed order leaves the dialog open with the failure until it is sent again', () => {
  store.dispatch(failed);
  expect(ordering()).toMatchObject({ planId: 'CXN3', failed: true });
  store.dispatch(submitOrder.pending('request', order));
  expect(ordering().failed).toBe(false);
});

test('an order with invalid fields is not a failed order; its messages show until the dialog closes', () => {
  store.dispatch(refused);
  expect(ordering()).toMatchObject({ planId: 'CXN3', errors: { name: 'Too short' }, failed: false });
  store.dispatch(orderClosed('CXN3'));
  expect(ordering()).toEqual(noOrdering);
});

test('a stored order drops the texts and messages of an earlier refused post; its dialog closes itself', () => {
  store = makeStore({
    ordering: { ...noOrdering, planId: 'CXN3', values: { name: 'A' }, errors: { name: 'Too short' } },
  });
  store.dispatch(stored);
  expect(ordering()).toEqual({ ...noOrdering, planId: 'CXN3' });
});

test.each([
  ['stored', stored],
  ['failed', failed],
  ['refused', refused],
])('an order that is %s does not touch the dialog of another plan', (_outcome, action) => {
  store.dispatch(orderOpened('CXN4'));
  store.dispatch(action);
  expect(ordering()).toEqual({ ...noOrdering, planId: 'CXN4' });
});

test('a new page shows neither the dialog nor the result of a plain post', () => {
  const submitted = { reference: 'R-1', planId: 'CXN3' };
  store = makeStore({ ordering: { ...noOrdering, planId: 'CXN4', submitted } });
  store.dispatch(navigated({ isNewPage: false }));
  expect(ordering()).toEqual({ ...noOrdering, planId: 'CXN4', submitted });
  store.dispatch(navigated({ isNewPage: true }));
  expect(ordering()).toEqual(noOrdering);
});
