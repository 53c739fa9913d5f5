import { createAsyncThunk } from '@reduxjs/toolkit';
import type { HostingFamily, Plan } from '../../shared/hosting/family.ts';
import { formSubmission } from './formSubmission.ts';
import { type FilledForm, isNotSubmitting, refuse, type Stored, type SubmitConfig } from './submitThunk.ts';

export type FilledOrder = FilledForm & { readonly family: HostingFamily; readonly plan: Plan };

const failure = 'Failed to submit order';

/** Validates the order form, composes the order's message and posts it. */
export const submitOrder = createAsyncThunk<Stored, FilledOrder, SubmitConfig>(
  'submission/submitOrder',
  async (order, api) => {
    try {
      const { sendOrder } = await formSubmission.preload();
      return await sendOrder(order, failure, api);
    } catch (error) {
      return refuse(failure, error, api);
    }
  },
  { condition: isNotSubmitting },
);
