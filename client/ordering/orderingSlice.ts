import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { FieldErrors } from '../../shared/submission.ts';
import { navigated } from '../events/navigated.ts';
import { submitOrder } from '../submission/submitOrder.ts';

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

const noDialog = { planId: null, values: {}, errors: {}, failed: false, isForeign: false } as const;

export const noOrdering: OrderingState = { ...noDialog, submitted: null };

function closeDialog(state: OrderingState): void {
  Object.assign(state, noDialog);
}

const orderingSlice = createSlice({
  name: 'ordering',
  initialState: noOrdering,
  reducers: {
    orderOpened: (state, { payload }: PayloadAction<string>) => {
      if (state.planId !== payload) Object.assign(state, noDialog, { planId: payload });
    },
    orderClosed: closeDialog,
  },
  extraReducers: (builder) =>
    builder
      // The visitor may have gone on to another plan's dialog meanwhile.
      .addCase(submitOrder.pending, (state, { meta }) => {
        if (meta.arg.form === state.planId) state.failed = false;
      })
      .addCase(submitOrder.rejected, (state, { meta, payload }) => {
        if (meta.arg.form === state.planId && !payload?.errors) state.failed = true;
      })
      .addCase(submitOrder.fulfilled, (state, { meta }) => {
        if (meta.arg.form === state.planId) closeDialog(state);
      })
      .addCase(navigated, (state, { payload }) => {
        closeDialog(state);
        if (payload.isNewPage) state.submitted = null;
      }),
});

export const { orderOpened, orderClosed } = orderingSlice.actions;
export const orderingReducer = orderingSlice.reducer;
