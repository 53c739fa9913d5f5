import { createAction, nanoid } from '@reduxjs/toolkit';
import type { Notice } from '../../shared/messages.ts';

/** A notice is to be shown to the visitor, as a toast. `form`: the form that it is about. */
export const noticeRaised = createAction('toasts/noticeRaised', (notice: Notice, form?: string) => ({
  payload: notice,
  meta: { id: nanoid(), form },
}));
