import type { GetThunkAPI } from '@reduxjs/toolkit';
import type { FieldErrors } from '../../shared/submission.ts';
import type { Checked, ContactValues } from '../../shared/submissionSchemas.ts';
import { currentDrafts, draftOf, forgetDrafts, keepDraft } from './drafts.ts';
import { loadRules, type Texts } from './form.ts';
import { newKey, post } from './post.ts';

/** The state that the thunks read. */
type SubmitterState = {
  readonly submission: { readonly [form: string]: { readonly submitting: boolean } };
  readonly ordering: { readonly planId: string | null };
};

/** A form that a visitor sends. */
export type FilledForm = {
  /** `contact`, or the id of the plan. */
  readonly form: string;
  readonly typed: Texts;
  /** A captcha's token; one that is still being made is waited for. */
  readonly token: () => string | Promise<string | undefined>;
};

/** The server has stored it, under this reference. */
export type Stored = { readonly reference: string };

export type Refused = {
  /** The messages of the fields at fault, by field: undefined when sending has failed. */
  readonly errors?: FieldErrors;
  /** All of them in their order. */
  readonly messages?: readonly string[];
  /** Of the answer, 0 when there was none; undefined when nothing was sent. */
  readonly status?: number;
};

export type SubmitConfig = { readonly state: SubmitterState; readonly rejectValue: Refused };
export type SubmitApi = GetThunkAPI<SubmitConfig>;

type Rules = NonNullable<Awaited<ReturnType<typeof loadRules>>>;

export type FormRules = {
  readonly check: (rules: Rules, typed: Texts) => Checked<ContactValues>;
  /** The message as it is sent, of the message as it was typed. */
  readonly compose: (message: string) => string;
  /** Which drafts are sent by this; asked once it is stored. */
  readonly isDraft: (name: string) => boolean;
  /** The draft that keeps the idempotency key: with the texts it outlives a reload, and is forgotten. */
  readonly keyDraft: string;
  /** What the console says when sending fails. */
  readonly failure: string;
};

/** The idempotency key of this body: the last one's where it held the same, which is the same submission. */
function keyOf(keyDraft: string, body: string): string {
  const [key = '', ...rest] = (draftOf(keyDraft) ?? '').split('\n');
  if (key && rest.join('\n') === body) return key;
  const fresh = newKey();
  keepDraft(keyDraft, `${fresh}\n${body}`);
  return fresh;
}

function trimmed({ name = '', email = '', company = '', phone = '', message = '' }: Texts): ContactValues {
  return {
    name: name.trim(),
    email: email.trim(),
    company: company.trim(),
    phone: phone.trim(),
    message: message.trim(),
  };
}

/** A thunk's `condition`: a form is sent once at a time. */
export function isNotSubmitting({ form }: FilledForm, { getState }: Pick<SubmitApi, 'getState'>): boolean {
  return !getState().submission[form]?.submitting;
}

/** Checks and posts a form. Where the rules cannot be had, the server checks. */
export async function submit(
  { typed, token }: FilledForm,
  { check, compose, isDraft, keyDraft, failure }: FormRules,
  { rejectWithValue }: SubmitApi,
) {
  const rules = await loadRules();
  const checked = rules && check(rules, typed);
  if (checked?.errors) return rejectWithValue(checked);
  // The fields in an order of their own, so that the same texts are the same body with the rules and without.
  const values = trimmed(checked?.values ?? typed);
  const body = JSON.stringify({ ...values, message: compose(values.message) });
  const key = keyOf(keyDraft, body);
  const before = currentDrafts();
  const { reference, fields, status, error } = await post(body, key, await token());
  if (reference !== undefined) {
    // What was typed since, in another dialog, has not been sent.
    forgetDrafts((name) => isDraft(name) && draftOf(name) === before.get(name));
    return { reference };
  }
  if (fields) return rejectWithValue({ status, errors: fields, messages: Object.values(fields) });
  console.error(`${failure}:`, error ?? failure);
  return rejectWithValue({ status });
}
