import type { GetThunkAPI } from '@reduxjs/toolkit';
import type { HostingFamily, Plan } from '../../shared/hosting/family.ts';
import type { FieldErrors } from '../../shared/submission.ts';
import type { Texts } from './typedIn.ts';

/** The name of the contact form, as each order form has its plan's id. */
export const contactForm = 'contact';

/** The status of an answer to a missing, wrong or used captcha token. */
export const forbidden = 403;

export type FilledForm = {
  /** `contact`, or the plan's id. */
  readonly form: string;
  readonly typed: Texts;
  /** The captcha's token; a promise if its proof of work is unfinished. */
  readonly token: () => string | Promise<string | undefined>;
};

export type FilledOrder = FilledForm & { readonly family: HostingFamily; readonly plan: Plan };

export type Stored = { readonly reference: string };

export type Refused = {
  /** The messages by field; undefined if sending failed. */
  readonly errors?: FieldErrors;
  /** All messages, in the order of the fields. */
  readonly messages?: readonly string[];
  /** The HTTP status; 0 without a response, undefined if nothing was sent. */
  readonly status?: number;
};

/** The part of the state that the thunks read. */
type SubmitterState = {
  readonly submission: { readonly [form: string]: { readonly submitting: boolean } };
};

export type SubmitConfig = { readonly state: SubmitterState; readonly rejectValue: Refused };
export type SubmitApi = GetThunkAPI<SubmitConfig>;

/** A thunk's `condition`: no second submission of a form while the first is pending. */
export function isNotSubmitting({ form }: FilledForm, { getState }: Pick<SubmitApi, 'getState'>): boolean {
  return !getState().submission[form]?.submitting;
}

/** `failure` says what failed, for the console. */
export function refuse(failure: string, error: unknown, { rejectWithValue }: SubmitApi, status?: number) {
  console.error(`${failure}:`, error ?? failure);
  return rejectWithValue(status === undefined ? {} : { status });
}
