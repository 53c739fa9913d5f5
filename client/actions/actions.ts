import { createAction, nanoid } from '@reduxjs/toolkit';
import type { ToastText } from '../../shared/messages.ts';

/** The visitor navigated within the document. `isNewPage`: the path changed, not only the query or fragment. */
export const navigated = createAction<{ readonly isNewPage: boolean }>('navigation/navigated');

/** Shows a toast. `form`: the form that the toast is about. */
export const toastRaised = createAction('toasts/toastRaised', (text: ToastText, form?: string) => ({
  payload: text,
  meta: { id: nanoid(), form },
}));

/** The order dialog of the plan with this id is open, or is to be rendered open. Only openOrder.ts dispatches this event. */
export const orderOpened = createAction<string>('ordering/orderOpened');

/** The order dialog of the plan with this id has closed. Only openOrder.ts dispatches this event. */
export const orderClosed = createAction<string>('ordering/orderClosed');
