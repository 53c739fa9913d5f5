import { createAction, nanoid } from '@reduxjs/toolkit';
import type { ToastText } from '../../shared/messages.ts';

/** The visitor navigated within the document. `isNewPage`: the path changed, not only the query or fragment. */
export const navigated = createAction<{ readonly isNewPage: boolean }>('navigation/navigated');

/** Shows a toast. `form`: the form that the toast is about. */
export const toastRaised = createAction('toasts/toastRaised', (text: ToastText, form?: string) => ({
  payload: text,
  meta: { id: nanoid(), form },
}));

/** The visitor has done what a form's toast asked for. The payload is the form. */
export const toastSettled = createAction<string>('toasts/toastSettled');

/** The order dialog of the plan with this id is open, or is to be rendered open. Dispatched by orderDialogs.ts alone. */
export const orderOpened = createAction<string>('ordering/orderOpened');
