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

function toast(notice: Notice, reference?: string): Toast {
  return { ...notice, id: nanoid(6), ...(reference ? { reference } : {}) };
}

function show(shown: Toast[], added: Toast): void {
  shown.push(added);
  shown.splice(0, shown.length - mostShown);
}

/** For a page on which the server shows what became of a plain form post. */
export function toastOf(notice: Notice, reference?: string): ToastsState {
  return { shown: [toast(notice, reference)] };
}

const toastsSlice = createSlice({
  name: 'toasts',
  initialState,
  reducers: {
    noticeRaised: ({ shown }, { payload }: PayloadAction<Notice>) => show(shown, toast(payload)),
    toastDismissed: (state, { payload }: PayloadAction<string>) => {
      state.shown = state.shown.filter(({ id }) => id !== payload);
    },
  },
  extraReducers: (builder) =>
    builder
      .addCase(submissionStored, ({ shown }, { payload }) =>
        show(shown, toast(stored[payload.kind], payload.reference)),
      )
      .addCase(submissionFailed, ({ shown }, { payload }) => show(shown, toast(failed[payload.kind]))),
});

export const { noticeRaised, toastDismissed } = toastsSlice.actions;
export const toastsReducer = toastsSlice.reducer;
