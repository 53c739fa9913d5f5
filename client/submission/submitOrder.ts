import { createAsyncThunk } from '@reduxjs/toolkit';
import type { HostingFamily, Plan } from '../../shared/hosting/family.ts';
import { composeOrderMessage } from '../../shared/orderMessage.ts';
import { isDraftOfOrder, orderDraft } from './orderDrafts.ts';
import { type FilledForm, isNotSubmitting, type Stored, type SubmitConfig, submit } from './submit.ts';

export type FilledOrder = FilledForm & { readonly family: HostingFamily; readonly plan: Plan };

/** Validates the order form, composes the order's message and posts it. */
export const submitOrder = createAsyncThunk<Stored, FilledOrder, SubmitConfig>(
  'submission/submitOrder',
  ({ family, plan, ...filled }, api) =>
    submit(
      filled,
      {
        check: ({ check, orderSchema }, typed) => check(orderSchema, typed),
        compose: (message) => composeOrderMessage(family, plan, message),
        isDraft: (name) => isDraftOfOrder(plan.id, api.getState().ordering.planId)(name),
        keyDraft: orderDraft('key', plan.id),
        failure: 'Failed to submit order',
      },
      api,
    ),
  { condition: isNotSubmitting },
);
