import type { ThunkAction, UnknownAction } from '@reduxjs/toolkit';
import type { ContactValues } from '../../shared/submission.ts';
import { forgetDrafts } from './drafts.ts';
import { newKey, type PostResult, post } from './post.ts';
import {
  type SubmissionKind,
  type SubmissionState,
  submissionBegun,
  submissionFailed,
  submissionRefused,
  submissionStored,
} from './submissionSlice.ts';

type Sent = ThunkAction<Promise<PostResult>, { readonly submission: SubmissionState }, unknown, UnknownAction>;

const failures: { readonly [Kind in SubmissionKind]: string } = {
  order: 'Failed to submit order',
  message: 'Failed to send message',
};

export type Sending = {
  readonly kind: SubmissionKind;
  readonly values: ContactValues;
  /** One that is still being made is waited for. */
  readonly token: string | Promise<string | undefined>;
  /** Which drafts are sent by this. */
  readonly isDraft: (name: string) => boolean;
};

/** Posts one submission and tells the store of each step. */
export const send =
  ({ kind, values, token, isDraft }: Sending): Sent =>
  async (dispatch, getState) => {
    const body = JSON.stringify(values);
    const { attempt } = getState().submission[kind];
    const key = attempt?.body === body ? attempt.key : newKey();
    dispatch(submissionBegun({ kind, key, body }));
    const result = await post(body, key, await token);
    if (result.reference !== undefined) {
      forgetDrafts(isDraft);
      dispatch(submissionStored({ kind, reference: result.reference }));
    } else if (result.fields) {
      dispatch(submissionRefused({ kind }));
    } else {
      console.error(`${failures[kind]}:`, result.error ?? failures[kind]);
      dispatch(submissionFailed({ kind }));
    }
    return result;
  };
