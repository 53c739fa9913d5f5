import { createSlice, nanoid, type PayloadAction } from '@reduxjs/toolkit';
import { messages, type Notice } from '../../shared/messages.ts';
import { type SubmissionKind, submissionFailed, submissionStored } from '../submission/submissionSlice.ts';

export type Toast = Notice & {
  readonly id: string;
  /** The submission's reference, beneath the text. */
  readonly reference?: string;
};

export type ToastsState = { readonly shown: readonly Toast[] };

const stored: { readonly [Kind in SubmissionKind]: Notice } = {
  order: messages.orderSubmitted,
  message: messages.messageSent,
};
const failed: { readonly [Kind in SubmissionKind]: Notice } = {
  order: messages.orderFailed,
  message: messages.messageFailed,
};

const initialState: ToastsState = { shown: [] };
const mostShown = 3;

function withToast(state: ToastsState, notice: Notice, reference?: string): ToastsState {
  return {
    shown: [...state.shown, { ...notice, id: nanoid(6), ...(reference ? { reference } : {}) }].slice(-mostShown),
  };
}

/** For a page on which the server shows what became of a plain form post. */
export function toastOf(notice: Notice, reference?: string): ToastsState {
  return withToast(initialState, notice, reference);
}

const toastsSlice = createSlice({
  name: 'toasts',
  initialState,
  reducers: {
    noticeRaised: (state, { payload }: PayloadAction<Notice>) => withToast(state, payload),
    toastDismissed: (state, { payload }: PayloadAction<string>) => ({
      shown: state.shown.filter((toast) => toast.id !== payload),
    }),
  },
  extraReducers: (builder) =>
    builder
      .addCase(submissionStored, (state, { payload }) => withToast(state, stored[payload.kind], payload.reference))
      .addCase(submissionFailed, (state, { payload }) => withToast(state, failed[payload.kind])),
});

export const { noticeRaised, toastDismissed } = toastsSlice.actions;
export const toastsReducer = toastsSlice.reducer;
