import { expect, jest, test } from '@jest/globals';
import { navigated, orderClosed, orderOpened, toastRaised } from '../../client/actions/actions.ts';
import { preloadPage, routeOf } from '../../client/routes.ts';
import { makeStore } from '../../client/store.ts';
import { idle, submitForm } from '../../client/submission/submissionSlice.ts';
import { lazyWithPreload } from '../../client/ui/loading.ts';
import { type CataloguePlan, planById } from '../../shared/hosting/catalogue.ts';

const order = { ...(planById('CXN3') as CataloguePlan), form: 'CXN3', typed: {} };
const errors = { name: 'Too short' };

test('messages of fields are shown until the dialog closes or another page is shown', () => {
  const store = makeStore();
  const refused = submitForm.rejected(null, '1', order, { errors });
  for (const end of [orderClosed('CXN3'), navigated({ isNewPage: true })]) {
    for (const action of [refused, navigated({ isNewPage: false })]) store.dispatch(action);
    expect(store.getState().submission).toEqual({ CXN3: { ...idle, errors } });
    store.dispatch(end);
    expect(store.getState().submission).toEqual({ CXN3: idle });
  }
});

test('a form that is sent again shows no failure, and a stored one no messages or texts of an earlier post, but its references', () => {
  const store = makeStore({ submission: { CXN3: { ...idle, values: { name: 'A' }, errors, failed: true } } });
  store.dispatch(submitForm.pending('1', order));
  expect(store.getState().submission.CXN3).toMatchObject({ submitting: true, failed: false });
  const stored = { reference: 'R-1', lines: ['R499 per month'] };
  for (const _ of [1, 2]) store.dispatch(submitForm.fulfilled(stored, '1', order));
  expect(store.getState().submission).toEqual({ CXN3: { ...idle, stored: [stored, stored] } });
});

test('the open dialog is the last that was opened, unless that one has closed or another page is shown', () => {
  const store = makeStore();
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

test('of four toasts the newest three are shown', () => {
  const store = makeStore();
  for (const description of ['1', '2', '3', '4']) store.dispatch(toastRaised({ description, tone: 'destructive' }));
  expect(store.getState().toasts.shown.map(({ description }) => description)).toEqual(['2', '3', '4']);
});

test('a part of the app that could not be loaded is loaded when it is asked for again', async () => {
  const load = jest.fn<() => Promise<string>>().mockRejectedValueOnce(new Error('offline')).mockResolvedValue('loaded');
  const { preload } = lazyWithPreload(load);
  await expect(preload()).rejects.toThrow('offline');
  expect(await preload()).toBe('loaded');
});

test('a link preloads its page, unless the visitor saves data', () => {
  const preload = jest.spyOn(routeOf('/about'), 'preload').mockRejectedValue(new Error('offline'));
  for (const saveData of [true, false]) {
    Object.assign(navigator, { connection: { saveData } });
    preloadPage('/about');
    expect(preload).toHaveBeenCalledTimes(saveData ? 0 : 1);
  }
});
