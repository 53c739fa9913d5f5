import type { ThunkAction, UnknownAction } from '@reduxjs/toolkit';
import type { FieldErrors } from '../../shared/submission.ts';
import type { Checked, ContactValues } from '../../shared/submissionSchemas.ts';
import { currentDrafts, draftOf, forgetDrafts, keepDraft } from './drafts.ts';
import { loadRules, type Texts } from './form.ts';
import { newKey, type PostResult, post } from './post.ts';
import {
  type SubmissionKind,
  type SubmissionState,
  submissionBegun,
  submissionFailed,
  submissionRefused,
  submissionStored,
} from './submissionSlice.ts';

type Rules = NonNullable<Awaited<ReturnType<typeof loadRules>>>;

export type Sending = {
  readonly kind: SubmissionKind;
  /** `contact`, or the id of the plan. */
  readonly form: string;
  readonly typed: Texts;
  readonly check: (rules: Rules, typed: Texts) => Checked<ContactValues>;
  /** The message as it is sent, of the message as it was typed. */
  readonly compose?: (message: string) => string;
  /** A captcha's token; one that is still being made is waited for. */
  readonly token: () => string | Promise<string | undefined>;
  /** Which drafts are sent by this; asked once it is stored. */
  readonly isDraft: (name: string) => boolean;
  /** Under which name of a draft the attempt is kept: with the texts it outlives a reload, and is forgotten. */
  readonly attemptDraft: string;
};

/** `errors`: by field, with all messages in their order; nothing was sent, or the server refused it. */
export type Sent = Partial<PostResult> & {
  readonly errors?: FieldErrors;
  readonly messages?: readonly string[];
};

type SendThunk = ThunkAction<
  Promise<Sent | undefined>,
  { readonly submission: SubmissionState },
  unknown,
  UnknownAction
>;

const failures: { readonly [Kind in SubmissionKind]: string } = {
  order: 'Failed to submit order',
  message: 'Failed to send message',
};

/** The key of this body: the last attempt's where it held the same, which is the same submission. */
function keyOf(attemptDraft: string, body: string): string {
  const [key = '', ...rest] = (draftOf(attemptDraft) ?? '').split('\n');
  if (key && rest.join('\n') === body) return key;
  const fresh = newKey();
  keepDraft(attemptDraft, `${fresh}\n${body}`);
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

/**
 * Checks and posts one submission, and tells the store of each step. Where the rules cannot be had, the server checks.
 * Resolves with undefined, and does nothing, where the form is being sent already.
 */
export function send({
  kind,
  form,
  typed,
  check,
  compose = (message) => message,
  token,
  isDraft,
  attemptDraft,
}: Sending): SendThunk {
  return async (dispatch, getState) => {
    if (getState().submission[form]?.submitting) return undefined;
    const about = { kind, form };
    dispatch(submissionBegun(about));
    const rules = await loadRules();
    const checked = rules && check(rules, typed);
    if (checked?.errors) {
      dispatch(submissionRefused(about));
      return checked;
    }
    // The fields in an order of their own, so that the same texts are the same body with the rules and without.
    const values = trimmed(checked?.values ?? typed);
    const body = JSON.stringify({ ...values, message: compose(values.message) });
    const key = keyOf(attemptDraft, body);
    const before = currentDrafts();
    const result = await post(body, key, await token());
    if (result.reference !== undefined) {
      // What was typed since, in another dialog, has not been sent.
      forgetDrafts((name) => isDraft(name) && draftOf(name) === before.get(name));
      dispatch(submissionStored({ ...about, reference: result.reference }));
    } else if (result.fields) {
      dispatch(submissionRefused(about));
      return { ...result, errors: result.fields, messages: Object.values(result.fields) };
    } else {
      console.error(`${failures[kind]}:`, result.error ?? failures[kind]);
      dispatch(submissionFailed(about));
    }
    return result;
  };
}
