import { createSlice } from '@reduxjs/toolkit';
import { navigated, orderClosed, orderOpened } from '../events/events.ts';

export type OrderingState = {
  /** The plan whose dialog is open. */
  readonly planId: string | null;
  /** The order stored by a plain form post, for the result page. */
  readonly submitted: { readonly reference: string; readonly planId: string } | null;
};

export const noOrdering: OrderingState = { planId: null, submitted: null };

const orderingSlice = createSlice({
  name: 'ordering',
  initialState: noOrdering,
  reducers: {},
  extraReducers: (builder) =>
    builder
      .addCase(orderOpened, (state, { payload }) => {
        state.planId = payload;
      })
      // Another plan's dialog may be open by now.
      .addCase(orderClosed, (state, { payload }) => {
        if (state.planId === payload) state.planId = null;
      })
      // The new page has other dialogs. `submitted` stays, because the visitor may come back to the result.
      .addCase(navigated, (state, { payload }) => {
        if (payload.isNewPage) state.planId = null;
      }),
});

export const orderingReducer = orderingSlice.reducer;
