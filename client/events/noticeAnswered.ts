import { createAction } from '@reduxjs/toolkit';

/** What a notice asked of the visitor has been done. The payload is the form that it was about. */
export const noticeAnswered = createAction<string>('toasts/noticeAnswered');
