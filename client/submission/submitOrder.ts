import { createAsyncThunk } from '@reduxjs/toolkit';
import { formSubmission } from './formSubmission.ts';
import { type FilledOrder, isNotSubmitting, refuse, type Stored, type SubmitConfig } from './submitThunk.ts';

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
