import { createSlice, type Draft, type PayloadAction } from '@reduxjs/toolkit';

/** The two things a visitor can send. */
export type SubmissionKind = 'order' | 'message';

/** How far sending a form has come. */
export type Sending = {
  readonly submitting: boolean;
  /** How many this document has sent: the form begins anew with each. */
  readonly stored: number;
};

/** By form: `contact`, or the id of the plan that is ordered. */
export type SubmissionState = { readonly [form: string]: Sending };

export const idle: Sending = { submitting: false, stored: 0 };

type Of<Details = unknown> = PayloadAction<{ readonly kind: SubmissionKind; readonly form: string } & Details>;

const initialState: SubmissionState = {};

function ended(state: Draft<SubmissionState>, { payload: { form } }: Of): void {
  state[form] = { ...(state[form] ?? idle), submitting: false };
}

const submissionSlice = createSlice({
  name: 'submission',
  initialState,
  reducers: {
    submissionBegun: (state, { payload: { form } }: Of) => {
      state[form] = { ...(state[form] ?? idle), submitting: true };
    },
    /** The server has it on disk, under this reference. */
    submissionStored: (state, { payload: { form } }: Of<{ readonly reference: string }>) => {
      state[form] = { submitting: false, stored: (state[form] ?? idle).stored + 1 };
    },
    submissionFailed: ended,
    /** Fields are at fault: their messages say so, and nothing else does. */
    submissionRefused: ended,
  },
});

export const { submissionBegun, submissionStored, submissionFailed, submissionRefused } = submissionSlice.actions;
export const submissionReducer = submissionSlice.reducer;
