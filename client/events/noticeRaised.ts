import { createAction, nanoid } from '@reduxjs/toolkit';
import type { Notice } from '../../shared/messages.ts';

/** A notice is to be shown to the visitor, as a toast. */
export const noticeRaised = createAction('toasts/noticeRaised', (notice: Notice) => ({
  payload: notice,
  meta: { id: nanoid() },
}));
