import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { navigated, orderClosed, orderOpened, toastRaised } from '../../client/actions/actions.ts';
import { PageBoundary } from '../../client/layout/PageBoundary.tsx';
import { preloadPage, routeOf } from '../../client/routes.ts';
import { type AppStore, makeStore } from '../../client/store.ts';
import { idle, submitForm } from '../../client/submission/submissionSlice.ts';
import type { FilledForm } from '../../client/submission/submit.ts';
import { toastDismissed } from '../../client/toasts/toastsSlice.ts';
import { type CataloguePlan, planById } from '../../shared/hosting/catalogue.ts';
import { downloadStarted, messages, validationFailed } from '../../shared/messages.ts';

const message: FilledForm = { form: 'contact', typed: {}, token: 'token' };
const order: FilledForm = { ...(planById('CXN3') as CataloguePlan), form: 'CXN3', typed: {} };
const errors = { name: 'Too short' };
const first = { reference: 'R-1', lines: ['R499 per month'] };
const stored = submitForm.fulfilled(first, '1', order);
const failed = submitForm.rejected(null, '1', order, {});
const refused = submitForm.rejected(null, '1', order, { errors });

let store: AppStore;
beforeEach(() => {
  store = makeStore();
});

describe('the status of a form', () => {
  const submission = () => store.getState().submission;

  test('each form is submitting while it is sent, and keeps the references of its stored submissions', () => {
    store.dispatch(submitForm.pending('1', message));
    store.dispatch(submitForm.pending('2', order));
    store.dispatch(submitForm.fulfilled(first, '1', message));
    const contact = { ...idle, stored: [first] };
    expect(submission()).toEqual({ contact, CXN3: { ...idle, submitting: true } });
    store.dispatch(failed);
    expect(submission()).toEqual({ contact, CXN3: { ...idle, failed: true } });
    for (const _ of [1, 2]) store.dispatch(stored);
    expect(submission()).toEqual({ contact, CXN3: { ...idle, stored: [first, first] } });
  });

  test('a failure is shown until the form is sent again, and messages of fields until the dialog closes or another page is shown', () => {
    store.dispatch(failed);
    expect(submission().CXN3).toMatchObject({ failed: true });
    store.dispatch(submitForm.pending('1', order));
    expect(submission().CXN3).toMatchObject({ failed: false });
    for (const end of [orderClosed('CXN3'), navigated({ isNewPage: true })]) {
      for (const action of [refused, navigated({ isNewPage: false })]) store.dispatch(action);
      expect(submission()).toEqual({ CXN3: { ...idle, errors } });
      store.dispatch(end);
      expect(submission()).toEqual({ CXN3: idle });
    }
  });

  test('a stored order shows no messages of fields and no texts of an earlier, refused post', () => {
    store = makeStore({ submission: { CXN3: { ...idle, values: { name: 'A' }, errors } } });
    store.dispatch(stored);
    expect(submission()).toEqual({ CXN3: { ...idle, stored: [first] } });
  });
});

test('the open dialog is the last that was opened, unless that one has closed or another page is shown', () => {
  const planId = () => store.getState().openPlan;
  for (const plan of ['CXN3', 'CXN4']) store.dispatch(orderOpened(plan));
  store.dispatch(orderClosed('CXN3'));
  store.dispatch(navigated({ isNewPage: false }));
  expect(planId()).toBe('CXN4');
  for (const end of [orderClosed('CXN4'), navigated({ isNewPage: true })]) {
    store.dispatch(orderOpened('CXN4'));
    store.dispatch(end);
    expect(planId()).toBeNull();
  }
});

describe('the toasts', () => {
  const shown = () => store.getState().toasts.shown;
  test.each([
    ['a stored order', stored, messages.orderSubmitted, 'R-1'],
    [
      'a stored message',
      submitForm.fulfilled({ reference: 'R-2', lines: [] }, '1', message),
      messages.messageSent,
      'R-2',
    ],
    ['a failed order', failed, messages.orderFailed, undefined],
    ['a failed message', submitForm.rejected(null, '1', message, {}), messages.messageFailed, undefined],
    [
      'a message at fault',
      submitForm.rejected(null, '1', message, { errors, messages: ['Too short'] }),
      validationFailed(['Too short']),
      undefined,
    ],
    ['an unexpected error', submitForm.rejected(new Error('unexpected'), '1', order), messages.orderFailed, undefined],
  ])('%s raises a toast, with its reference if it has one', (_case, action, notice, reference) => {
    store.dispatch(action);
    const { form } = action.meta.arg;
    expect(shown()).toEqual([{ ...notice, id: '1', form, ...(reference && { reference }) }]);
  });

  test('a form has one toast at a time, which disappears when the form is submitted again', () => {
    store.dispatch(toastRaised(messages.contentProtected));
    store.dispatch(toastRaised(messages.captchaRequired, 'contact'));
    store.dispatch(submitForm.rejected(null, '1', message, {}));
    store.dispatch(submitForm.rejected(null, '2', order, {}));
    const { contentProtected, messageFailed, orderFailed } = messages;
    expect(shown()).toMatchObject([contentProtected, messageFailed, orderFailed]);
    store.dispatch(submitForm.pending('3', message));
    expect(shown()).toMatchObject([contentProtected, orderFailed]);
  });

  test('are three at most: a fourth toast removes the oldest', () => {
    for (const name of ['a', 'b', 'c', 'd']) store.dispatch(toastRaised(downloadStarted(name)));
    expect(shown().map(({ description }) => description[0])).toEqual(['b', 'c', 'd']);
    store.dispatch(toastDismissed(shown()[1]?.id ?? ''));
    expect(shown().map(({ description }) => description[0])).toEqual(['b', 'd']);
  });
});

test('a page that fails for good fails alone: the next page is shown', () => {
  const failed = { page: '/about', isFailed: true, failures: 5 };
  expect(PageBoundary.getDerivedStateFromProps({ page: '/contact', children: null }, failed)).toEqual({
    page: '/contact',
    isFailed: false,
  });
});

test('a link preloads its page, unless the visitor saves data', () => {
  const preload = jest.spyOn(routeOf('/about'), 'preload').mockRejectedValue(new Error('offline'));
  for (const saveData of [true, false]) {
    Object.assign(navigator, { connection: { saveData } });
    preloadPage('/about');
    expect(preload).toHaveBeenCalledTimes(saveData ? 0 : 1);
  }
});
