import { createAsyncThunk, createSlice } from '@reduxjs/toolkit';
import type { HostingFamily, Plan } from '../../shared/hosting/family.ts';
import { composeOrderMessage } from '../../shared/orderMessage.ts';
import { endpoints } from '../../shared/paths.ts';
import type { ContactValues, OrderValues, SubmissionAnswer } from '../../shared/submission.ts';

export type SubmissionState = {
  readonly submitting: boolean;
  /** Whether the last attempt failed. */
  readonly failed: boolean;
  /** What the last attempt held, and the key it was sent under: the same again is the same submission. */
  readonly attempt: { readonly key: string; readonly body: string } | null;
  /** The reference of the last success. */
  readonly reference: string | null;
};

const initialState: SubmissionState = { submitting: false, failed: false, attempt: null, reference: null };

/** For a page on which the server shows that an order has failed. */
export const failedSubmission: SubmissionState = { ...initialState, failed: true };

const patience = 30_000;

// crypto.randomUUID needs a secure context; the site may be looked at over plain http on a local network.
const newKey = (): string =>
  '10000000-1000-4000-8000-100000000000'.replace(/[018]/g, (digit) =>
    (Number(digit) ^ ((crypto.getRandomValues(new Uint8Array(1))[0] ?? 0) & (15 >> (Number(digit) / 4)))).toString(16),
  );

const post = async (body: string, key: string): Promise<string> => {
  const response = await fetch(endpoints.submissions, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'Idempotency-Key': key },
    body,
    signal: AbortSignal.timeout(patience),
  });
  const answer = (await response.json()) as SubmissionAnswer;
  if (!response.ok || !answer.success) throw new Error(answer.error ?? 'Failed to submit order');
  return response.headers.get('X-Reference') ?? '';
};

export type OrderRequest = { readonly family: HostingFamily; readonly plan: Plan; readonly values: OrderValues };

export const submitOrder = createAsyncThunk(
  'submission/order',
  async ({ family, plan, values }: OrderRequest, { getState, dispatch }) => {
    const wire: ContactValues = { ...values, message: composeOrderMessage(family, plan, values.message) };
    const body = JSON.stringify(wire);
    const { attempt } = (getState() as { submission: SubmissionState }).submission;
    const key = attempt?.body === body ? attempt.key : newKey();
    dispatch(attempted({ key, body }));
    try {
      return await post(body, key);
    } catch (error) {
      console.error('Failed to submit order:', error);
      throw error;
    }
  },
);

const submissionSlice = createSlice({
  name: 'submission',
  initialState,
  reducers: {
    attempted: (state, { payload }: { payload: { key: string; body: string } }) => ({ ...state, attempt: payload }),
  },
  extraReducers: (builder) =>
    builder
      .addCase(submitOrder.pending, (state) => ({ ...state, submitting: true, failed: false }))
      .addCase(submitOrder.fulfilled, (_state, { payload }) => ({ ...initialState, reference: payload }))
      .addCase(submitOrder.rejected, (state) => ({ ...state, submitting: false, failed: true })),
});

const { attempted } = submissionSlice.actions;
export const submissionReducer = submissionSlice.reducer;
