import type { ThunkAction, UnknownAction } from '@reduxjs/toolkit';
import type { ContactValues } from '../../shared/submission.ts';
import { newKey, type PostResult, post } from './post.ts';
import {
  type SubmissionKind,
  type SubmissionState,
  submissionBegun,
  submissionFailed,
  submissionStored,
} from './submissionSlice.ts';

type Sent = ThunkAction<Promise<PostResult>, { readonly submission: SubmissionState }, unknown, UnknownAction>;

const failures: { readonly [Kind in SubmissionKind]: string } = {
  order: 'Failed to submit order',
  message: 'Failed to send message',
};

/** Posts one submission and tells the store of each step. A token that is still being made is waited for. */
export const send =
  (kind: SubmissionKind, values: ContactValues, token: string | Promise<string | undefined>): Sent =>
  async (dispatch, getState) => {
    const body = JSON.stringify(values);
    const { attempt } = getState().submission[kind];
    const key = attempt?.body === body ? attempt.key : newKey();
    dispatch(submissionBegun({ kind, key, body }));
    const result = await post(body, key, await token);
    if (result.reference !== undefined) {
      dispatch(submissionStored({ kind, reference: result.reference }));
    } else {
      console.error(`${failures[kind]}:`, result.error ?? failures[kind]);
      dispatch(submissionFailed({ kind }));
    }
    return result;
  };
