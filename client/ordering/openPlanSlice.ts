import { createReducer } from '@reduxjs/toolkit';
import { navigated, orderClosed, orderOpened } from '../actions/actions.ts';

/** The id of the plan whose order dialog is open; null if none is open. */
export const openPlanReducer = createReducer<string | null>(null, (builder) =>
  builder
    .addCase(orderOpened, (_planId, { payload }) => payload)
    // If another plan's dialog is open by now, its plan stays.
    .addCase(orderClosed, (planId, { payload }) => (planId === payload ? null : planId))
    // A new page has other dialogs, and none of them is open yet.
    .addCase(navigated, (planId, { payload }) => (payload.isNewPage ? null : planId)),
);
