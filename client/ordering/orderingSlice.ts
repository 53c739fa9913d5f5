import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { FieldErrors } from '../../shared/submission.ts';
import { navigated, orderOpened } from '../events/events.ts';
import { submitOrder } from '../submission/submissionSlice.ts';

export type OrderingState = {
  /** The plan whose dialog is open. */
  readonly planId: string | null;
  /** After a plain form post: the typed texts, by field. */
  readonly values: { readonly [field: string]: string };
  /** The open dialog's error messages, by field. */
  readonly errors: FieldErrors;
  /** Whether the order in the open dialog could not be sent. */
  readonly failed: boolean;
  /** The order stored by a plain form post, for the result page. */
  readonly submitted: { readonly reference: string; readonly planId: string } | null;
};

const noDialog = { planId: null, values: {}, errors: {}, failed: false } as const;

export const noOrdering: OrderingState = { ...noDialog, submitted: null };

const orderingSlice = createSlice({
  name: 'ordering',
  initialState: noOrdering,
  // Only orderDialogs.ts dispatches these actions, because an action alone opens or closes no dialog.
  reducers: {
    /** The order dialog of the plan with this id has closed. Ignored if another plan's dialog is open by now. */
    orderClosed: (state, { payload }: PayloadAction<string>) => {
      if (state.planId === payload) Object.assign(state, noDialog);
    },
  },
  extraReducers: (builder) =>
    builder
      .addCase(orderOpened, (state, { payload }) => {
        if (state.planId !== payload) Object.assign(state, noDialog, { planId: payload });
      })
      // The visitor may have opened another plan's dialog meanwhile.
      .addCase(submitOrder.pending, (state, { meta }) => {
        if (meta.arg.form === state.planId) state.failed = false;
      })
      .addCase(submitOrder.rejected, (state, { meta, payload }) => {
        if (meta.arg.form !== state.planId) return;
        state.errors = payload?.errors ?? {};
        state.failed = !payload?.errors;
      })
      // Removes the texts of an earlier, refused post, which would fill the emptied form.
      .addCase(submitOrder.fulfilled, (state, { meta }) => {
        if (meta.arg.form === state.planId) Object.assign(state, noDialog, { planId: meta.arg.form });
      })
      // The new page has other dialogs. `submitted` stays, because the visitor may come back to the result.
      .addCase(navigated, (state, { payload }) => {
        if (payload.isNewPage) Object.assign(state, noDialog);
      }),
});

export const { orderClosed } = orderingSlice.actions;
export const orderingReducer = orderingSlice.reducer;
