import { createAsyncThunk } from '@reduxjs/toolkit';
import { formSubmission } from './formSubmission.ts';
import { type FilledForm, isNotSubmitting, refuse, type Stored, type SubmitConfig } from './submitThunk.ts';

const failure = 'Failed to send message';

/** Validates and posts the contact form. */
export const submitContact = createAsyncThunk<Stored, FilledForm, SubmitConfig>(
  'submission/submitContact',
  async (filled, api) => {
    try {
      const { sendMessage } = await formSubmission.preload();
      return await sendMessage(filled, failure, api);
    } catch (error) {
      return refuse(failure, error, api);
    }
  },
  { condition: isNotSubmitting },
);
