import { createAction, nanoid } from '@reduxjs/toolkit';
import type { Notice } from '../../shared/messages.ts';

/** The visitor navigated within the document. `isNewPage`: the path changed, not only the query or fragment. */
export const navigated = createAction<{ readonly isNewPage: boolean }>('navigation/navigated');

/** A notice is to be shown to the visitor, as a toast. `form`: the form that it is about. */
export const noticeRaised = createAction('toasts/noticeRaised', (notice: Notice, form?: string) => ({
  payload: notice,
  meta: { id: nanoid(), form },
}));

/** What a notice asked of the visitor has been done. The payload is the form that it was about. */
export const noticeAnswered = createAction<string>('toasts/noticeAnswered');

/** The order dialog of the plan with this id is open, or is to be rendered open. Dispatched by orderDialogs.ts alone. */
export const orderOpened = createAction<string>('ordering/orderOpened');
