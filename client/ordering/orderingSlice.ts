import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { FieldErrors } from '../../shared/submission.ts';
import { submissionStored } from '../submission/submissionSlice.ts';

export type OrderingState = {
  /** The plan whose dialog is open. */
  readonly planId: string | null;
  /** What was typed before the dialog was closed, or before the server answered a plain form post. */
  readonly values: { readonly [field: string]: string };
  /** The messages that the server put beside the fields of a plain form post. */
  readonly errors: FieldErrors;
};

const initialState: OrderingState = { planId: null, values: {}, errors: {} };

const orderingSlice = createSlice({
  name: 'ordering',
  initialState,
  reducers: {
    orderOpened: (state, { payload }: PayloadAction<string>) => ({ ...state, planId: payload, errors: {} }),
    /** What was typed is kept for the next opening; the requirements belong to their plan and are not. */
    orderClosed: (_state, { payload }: PayloadAction<{ readonly [field: string]: string }>) => {
      const { message: _message, ...values } = payload;
      return { planId: null, values, errors: {} };
    },
  },
  extraReducers: (builder) =>
    builder.addCase(submissionStored, (state, { payload }) => (payload.kind === 'order' ? initialState : state)),
});

export const { orderOpened, orderClosed } = orderingSlice.actions;
export const orderingReducer = orderingSlice.reducer;
