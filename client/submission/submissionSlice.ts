import { createSlice, type PayloadAction } from '@reduxjs/toolkit';

/** The two things a visitor can send. */
export type SubmissionKind = 'order' | 'message';

/** How far sending has come. */
export type Sending = {
  readonly submitting: boolean;
  /** Whether the last attempt failed. */
  readonly failed: boolean;
  /** What the last attempt held, and the key it was sent under: the same again is the same submission. */
  readonly attempt: { readonly key: string; readonly body: string } | null;
};

export type SubmissionState = { readonly [Kind in SubmissionKind]: Sending };

type Of<Details = unknown> = PayloadAction<{ readonly kind: SubmissionKind } & Details>;

const idle: Sending = { submitting: false, failed: false, attempt: null };
const initialState: SubmissionState = { order: idle, message: idle };

/** For a page on which the server shows that an order has failed. */
export const failedSubmission: SubmissionState = { ...initialState, order: { ...idle, failed: true } };

const submissionSlice = createSlice({
  name: 'submission',
  initialState,
  reducers: {
    submissionBegun: (
      state,
      { payload: { kind, key, body } }: Of<{ readonly key: string; readonly body: string }>,
    ) => ({
      ...state,
      [kind]: { submitting: true, failed: false, attempt: { key, body } },
    }),
    /** The server has it on disk, under this reference. */
    submissionStored: (state, { payload: { kind } }: Of<{ readonly reference: string }>) => ({
      ...state,
      [kind]: idle,
    }),
    submissionFailed: (state, { payload: { kind } }: Of) => ({
      ...state,
      [kind]: { ...state[kind], submitting: false, failed: true },
    }),
  },
});

export const { submissionBegun, submissionStored, submissionFailed } = submissionSlice.actions;
export const submissionReducer = submissionSlice.reducer;
