import { createSlice, type Draft, isAnyOf } from '@reduxjs/toolkit';
import { submitContact } from './submitContact.ts';
import { submitOrder } from './submitOrder.ts';

export type FormStatus = {
  readonly submitting: boolean;
  /** The number of submissions stored since the page loaded; each one clears the form. */
  readonly stored: number;
};

/** By form: `contact`, or the plan's id. */
export type FormStatuses = { readonly [form: string]: FormStatus };

export const idle: FormStatus = { submitting: false, stored: 0 };

const initialState: FormStatuses = {};

function statusOf(state: Draft<FormStatuses>, form: string): Draft<FormStatus> {
  state[form] ??= { ...idle };
  return state[form];
}

const submissionSlice = createSlice({
  name: 'submission',
  initialState,
  reducers: {},
  extraReducers: (builder) =>
    builder
      .addMatcher(isAnyOf(submitOrder.pending, submitContact.pending), (state, { meta }) => {
        statusOf(state, meta.arg.form).submitting = true;
      })
      .addMatcher(isAnyOf(submitOrder.fulfilled, submitContact.fulfilled), (state, { meta }) => {
        const status = statusOf(state, meta.arg.form);
        status.submitting = false;
        status.stored += 1;
      })
      .addMatcher(isAnyOf(submitOrder.rejected, submitContact.rejected), (state, { meta }) => {
        statusOf(state, meta.arg.form).submitting = false;
      }),
});

export const submissionReducer = submissionSlice.reducer;
