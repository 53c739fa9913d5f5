import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { FieldErrors } from '../../shared/submission.ts';
import { navigated } from '../navigation/navigated.ts';
import { submissionBegun, submissionFailed, submissionStored } from '../submission/submissionSlice.ts';

export type OrderingState = {
  /** The plan whose dialog is open. */
  readonly planId: string | null;
  /** In the answer to a plain form post: what was typed, and the messages beside the fields. */
  readonly values: { readonly [field: string]: string };
  readonly errors: FieldErrors;
  /** Whether the order in the open dialog could not be sent. */
  readonly failed: boolean;
  /** Whether that form was posted by another site's page: what it held is not the visitor's. */
  readonly isForeign: boolean;
  /** The order that a plain form post has stored, as its result page shows it. */
  readonly submitted: { readonly reference: string; readonly planId: string } | null;
};

export const noOrdering: OrderingState = {
  planId: null,
  values: {},
  errors: {},
  failed: false,
  isForeign: false,
  submitted: null,
};

const orderingSlice = createSlice({
  name: 'ordering',
  initialState: noOrdering,
  reducers: {
    orderOpened: (state, { payload }: PayloadAction<string>) =>
      state.planId === payload ? state : { ...noOrdering, submitted: state.submitted, planId: payload },
    orderClosed: (state) => ({ ...noOrdering, submitted: state.submitted }),
  },
  extraReducers: (builder) =>
    builder
      .addCase(submissionBegun, (state, { payload }) =>
        payload.form === state.planId ? { ...state, failed: false } : state,
      )
      // The visitor may have gone on to another plan's dialog meanwhile.
      .addCase(submissionFailed, (state, { payload }) =>
        payload.form === state.planId ? { ...state, failed: true } : state,
      )
      .addCase(submissionStored, (state, { payload }) =>
        payload.form === state.planId ? { ...noOrdering, submitted: state.submitted } : state,
      )
      .addCase(navigated, (state, { payload }) => ({
        ...noOrdering,
        submitted: payload.isNewPage ? null : state.submitted,
      })),
});

export const { orderOpened, orderClosed } = orderingSlice.actions;
export const orderingReducer = orderingSlice.reducer;
