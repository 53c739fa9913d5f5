import { createAction, nanoid } from '@reduxjs/toolkit';
import type { Notice } from '../../shared/messages.ts';

/** There is something to tell the visitor. */
export const noticeRaised = createAction('toasts/noticeRaised', (notice: Notice) => ({
  payload: notice,
  meta: { id: nanoid() },
}));
