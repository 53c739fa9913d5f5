import { createSlice, type PayloadAction } from '@reduxjs/toolkit';

/** The two things a visitor can send. */
export type SubmissionKind = 'order' | 'message';

/** How far sending has come. */
export type Sending = {
  readonly submitting: boolean;
  /** What the last attempt held, and the key it was sent under: the same again is the same submission. */
  readonly attempt: { readonly key: string; readonly body: string } | null;
  /** How many this document has sent: a form begins anew with each. */
  readonly stored: number;
};

export type SubmissionState = { readonly [Kind in SubmissionKind]: Sending };

type Of<Details = unknown> = PayloadAction<{ readonly kind: SubmissionKind } & Details>;

const idle: Sending = { submitting: false, attempt: null, stored: 0 };
const initialState: SubmissionState = { order: idle, message: idle };

const ended = (state: SubmissionState, { payload: { kind } }: Of): SubmissionState => ({
  ...state,
  [kind]: { ...state[kind], submitting: false },
});

const submissionSlice = createSlice({
  name: 'submission',
  initialState,
  reducers: {
    submissionBegun: (
      state,
      { payload: { kind, key, body } }: Of<{ readonly key: string; readonly body: string }>,
    ) => ({
      ...state,
      [kind]: { ...state[kind], submitting: true, attempt: { key, body } },
    }),
    /** The server has it on disk, under this reference. */
    submissionStored: (state, { payload: { kind } }: Of<{ readonly reference: string }>) => ({
      ...state,
      [kind]: { ...idle, stored: state[kind].stored + 1 },
    }),
    submissionFailed: ended,
    /** Fields are at fault: their messages say so, and nothing else does. */
    submissionRefused: ended,
  },
});

export const { submissionBegun, submissionStored, submissionFailed, submissionRefused } = submissionSlice.actions;
export const submissionReducer = submissionSlice.reducer;
