import { createAsyncThunk, createSlice, type Draft, isAnyOf } from '@reduxjs/toolkit';
import type { FilledForm, FilledOrder, Refused, Stored } from './filledForm.ts';
import { formSubmission } from './formSubmission.ts';
import type { Outcome } from './submit.ts';

export type FormStatus = {
  readonly submitting: boolean;
  /** The references of the submissions stored since the page loaded; each one clears the form. */
  readonly stored: readonly string[];
};

/** The status of each form, by `contact` or the plan's id. */
export type FormStatuses = { readonly [form: string]: FormStatus };

export const idle: FormStatus = { submitting: false, stored: [] };

const initialState: FormStatuses = {};

/** Makes the thunk that sends a kind of form. While a form is being sent, it is not sent again. `failure`: for the console. */
function createSubmitThunk<Filled extends FilledForm>(
  type: string,
  failure: string,
  send: (filled: Filled) => Promise<Outcome>,
) {
  return createAsyncThunk<
    Stored,
    Filled,
    { readonly state: { readonly submission: FormStatuses }; readonly rejectValue: Refused }
  >(
    type,
    async (filled, { rejectWithValue }) => {
      const outcome = await send(filled).catch((error: unknown): Outcome => ({ error }));
      if ('reference' in outcome) return outcome;
      const { error, ...refused } = outcome;
      if (!refused.errors) console.error(`${failure}:`, error ?? failure);
      return rejectWithValue(refused);
    },
    { condition: ({ form }, { getState }) => !getState().submission[form]?.submitting },
  );
}

export const submitOrder = createSubmitThunk(
  'submission/submitOrder',
  'Failed to submit order',
  async (order: FilledOrder) => (await formSubmission.preload()).sendOrder(order),
);

export const submitContact = createSubmitThunk(
  'submission/submitContact',
  'Failed to send message',
  async (message: FilledForm) => (await formSubmission.preload()).sendMessage(message),
);

function statusOf(state: Draft<FormStatuses>, form: string): Draft<FormStatus> {
  state[form] ??= { submitting: false, stored: [] };
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
      .addMatcher(isAnyOf(submitOrder.fulfilled, submitContact.fulfilled), (state, { meta, payload }) => {
        const status = statusOf(state, meta.arg.form);
        status.submitting = false;
        status.stored.push(payload.reference);
      })
      .addMatcher(isAnyOf(submitOrder.rejected, submitContact.rejected), (state, { meta }) => {
        statusOf(state, meta.arg.form).submitting = false;
      }),
});

export const submissionReducer = submissionSlice.reducer;
