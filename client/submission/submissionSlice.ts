import { createAsyncThunk, createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { HostingFamily, Plan } from '../../shared/hosting/family.ts';
import { composeOrderMessage } from '../../shared/orderMessage.ts';
import type { ContactValues, OrderValues } from '../../shared/submission.ts';
import { newKey, post } from './post.ts';

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

const idle: Sending = { submitting: false, failed: false, attempt: null };
const initialState: SubmissionState = { order: idle, message: idle };

/** For a page on which the server shows that an order has failed. */
export const failedSubmission: SubmissionState = { ...initialState, order: { ...idle, failed: true } };

/** The answer's status as the rejection's payload; 0 when there was no answer. */
type ThunkConfig = { rejectValue: number };

type Posting = { readonly wire: ContactValues; readonly token: string | undefined };

/** A thunk that posts, resolves with the reference, and logs a failure. */
const sendingThunk = <Request>(
  kind: SubmissionKind,
  failure: string,
  prepare: (request: Request) => Promise<Posting> | Posting,
) =>
  createAsyncThunk<string, Request, ThunkConfig>(
    `submission/${kind}`,
    async (request, { getState, dispatch, rejectWithValue }) => {
      const { wire, token } = await prepare(request);
      const body = JSON.stringify(wire);
      const { attempt } = (getState() as { submission: SubmissionState }).submission[kind];
      const key = attempt?.body === body ? attempt.key : newKey();
      dispatch(attempted({ kind, key, body }));
      const { reference, status, error } = await post(body, key, token);
      if (reference !== undefined) return reference;
      console.error(`${failure}:`, error ?? failure);
      return rejectWithValue(status);
    },
  );

export type OrderRequest = {
  readonly family: HostingFamily;
  readonly plan: Plan;
  readonly values: OrderValues;
  /** The captcha's token, once there is one. */
  readonly token: Promise<string | undefined>;
};

export const submitOrder = sendingThunk<OrderRequest>(
  'order',
  'Failed to submit order',
  async ({ family, plan, values, token }) => ({
    wire: { ...values, message: composeOrderMessage(family, plan, values.message) },
    token: await token,
  }),
);

export type MessageRequest = { readonly values: ContactValues; readonly token: string };

export const submitMessage = sendingThunk<MessageRequest>('message', 'Failed to send message', ({ values, token }) => ({
  wire: values,
  token,
}));

const submissionSlice = createSlice({
  name: 'submission',
  initialState,
  reducers: {
    attempted: (state, { payload }: PayloadAction<{ kind: SubmissionKind; key: string; body: string }>) => {
      const { kind, key, body } = payload;
      return { ...state, [kind]: { ...state[kind], attempt: { key, body } } };
    },
  },
  extraReducers: (builder) => {
    for (const [kind, thunk] of [
      ['order', submitOrder],
      ['message', submitMessage],
    ] as const)
      builder
        .addCase(thunk.pending, (state) => ({ ...state, [kind]: { ...state[kind], submitting: true, failed: false } }))
        .addCase(thunk.fulfilled, (state) => ({ ...state, [kind]: idle }))
        .addCase(thunk.rejected, (state) => ({
          ...state,
          [kind]: { ...state[kind], submitting: false, failed: true },
        }));
  },
});

const { attempted } = submissionSlice.actions;
export const submissionReducer = submissionSlice.reducer;
