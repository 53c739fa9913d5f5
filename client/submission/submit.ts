import type { GetThunkAPI } from '@reduxjs/toolkit';
import type { FieldErrors } from '../../shared/submission.ts';
import type { Checked, ContactValues } from '../../shared/submissionSchemas.ts';
import { currentDrafts, draftOf, forgetDrafts, keepDraft } from './drafts.ts';
import { loadRules, type Texts } from './form.ts';
import { newKey, post } from './post.ts';

/** The part of the state that the thunks read. */
type SubmitterState = {
  readonly submission: { readonly [form: string]: { readonly submitting: boolean } };
  readonly ordering: { readonly planId: string | null };
};

export type FilledForm = {
  /** `contact`, or the plan's id. */
  readonly form: string;
  readonly typed: Texts;
  /** The captcha's token; a promise if its proof of work is unfinished. */
  readonly token: () => string | Promise<string | undefined>;
};

export type Stored = { readonly reference: string };

export type Refused = {
  /** The messages by field; undefined if sending failed. */
  readonly errors?: FieldErrors;
  /** All messages, in the order of the fields. */
  readonly messages?: readonly string[];
  /** The HTTP status; 0 without a response, undefined if nothing was sent. */
  readonly status?: number;
};

export type SubmitConfig = { readonly state: SubmitterState; readonly rejectValue: Refused };
export type SubmitApi = GetThunkAPI<SubmitConfig>;

type Rules = NonNullable<Awaited<ReturnType<typeof loadRules>>>;

export type FormRules = {
  readonly check: (rules: Rules, typed: Texts) => Checked<ContactValues>;
  /** Turns the typed message into the sent one. */
  readonly compose: (message: string) => string;
  /** Whether a draft belongs to this form; called after the form is stored. */
  readonly isDraft: (name: string) => boolean;
  /** The draft of the idempotency key: like the texts, it survives a reload and is deleted after sending. */
  readonly keyDraft: string;
  /** The console's message if sending fails. */
  readonly failure: string;
};

/** The last idempotency key if the body is unchanged, which makes it the same submission; else a new key. */
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

/** A thunk's `condition`: no second submission of a form while the first is pending. */
export function isNotSubmitting({ form }: FilledForm, { getState }: Pick<SubmitApi, 'getState'>): boolean {
  return !getState().submission[form]?.submitting;
}

/** Validates and posts a form. If the rules do not load, only the server validates. */
export async function submit(
  { typed, token }: FilledForm,
  { check, compose, isDraft, keyDraft, failure }: FormRules,
  { rejectWithValue }: SubmitApi,
) {
  const rules = await loadRules();
  const checked = rules && check(rules, typed);
  if (checked?.errors) return rejectWithValue(checked);
  // A fixed field order, so that the same texts give the same body with and without the rules.
  const values = trimmed(checked?.values ?? typed);
  const body = JSON.stringify({ ...values, message: compose(values.message) });
  const key = keyOf(keyDraft, body);
  const before = currentDrafts();
  const { reference, fields, status, error } = await post(body, key, await token());
  if (reference !== undefined) {
    // Text typed meanwhile, in another dialog, is not sent yet.
    forgetDrafts((name) => isDraft(name) && draftOf(name) === before.get(name));
    return { reference };
  }
  if (fields) return rejectWithValue({ status, errors: fields, messages: Object.values(fields) });
  console.error(`${failure}:`, error ?? failure);
  return rejectWithValue({ status });
}
