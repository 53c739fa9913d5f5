import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import type { HostingFamily, Plan } from '../../shared/hosting/family.ts';
import { orderedPrice } from '../../shared/hosting/orderOptions.ts';
import { composeOrderMessage, resultLines, writtenTo } from '../../shared/orderMessage.ts';
import { endpoints } from '../../shared/paths.ts';
import {
  type FieldErrors,
  responseTimeout,
  type StoredSubmission,
  type SubmissionResponse,
  submissionHeaders,
} from '../../shared/submission.ts';
import { submissionKey } from '../../shared/submissionKey.ts';
import { type ContactValues, check, contactSchema, orderSchema } from '../../shared/submissionSchemas.ts';
import { prepareProof, takeToken } from '../captcha/proofOfWork.ts';
import type { Texts } from '../early/drafts.ts';
import { formKeyOf } from '../early/plainPost.ts';

/** What a form sends beside its texts: the contact form its captcha's token, an order form its plan. */
export type Addition = { readonly token: string } | { readonly family: HostingFamily; readonly plan: Plan };

/** A form to be sent. `form`: `contact`, or the plan's id. */
export type FilledForm = Addition & { readonly form: string; readonly typed: Texts };

export type Refused = {
  /** The messages of the invalid fields; undefined if sending failed for another reason. */
  readonly errors?: FieldErrors;
  /** For the contact form's toast: all messages in order. `errors` has only the first message of each field. */
  readonly messages?: readonly string[];
  /** Whether the server has refused the captcha token. The visitor must solve another captcha. */
  readonly isTokenRefused?: boolean;
};

/** The result of sending a form. `error`: why sending failed, for the console. */
export type Outcome = StoredSubmission | (Refused & { readonly error?: unknown });

/** Posts a submission. `lines`: what the result says if the submission is stored. Rejects if no response comes. */
async function post(form: string, values: ContactValues, lines: readonly string[], token?: string): Promise<Outcome> {
  // Not by `crypto.subtle`, which pages without https lack. The site works on such pages too.
  const hash = (text: string) => bytesToHex(sha256(utf8ToBytes(text)));
  const response = await fetch(endpoints.submissions, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      [submissionHeaders.idempotencyKey]: submissionKey(formKeyOf(form), values, hash),
      ...(token ? { [submissionHeaders.captchaToken]: token } : {}),
    },
    body: JSON.stringify(values),
    signal: AbortSignal.timeout(responseTimeout),
  });
  const { success, error, fields } = (await response.json()) as SubmissionResponse;
  if (fields) return { errors: fields, messages: Object.values(fields) };
  if (!response.ok || !success) return { error, isTokenRefused: response.status === 403 };
  drafts.forgetForm(form);
  return { reference: response.headers.get(submissionHeaders.reference) ?? '', lines };
}

// An order dialog starts the proof when the dialog opens. The export keeps the proof's code in this chunk.
export { prepareProof };

export async function sendForm(filled: FilledForm): Promise<Outcome> {
  const { form, typed } = filled;
  if ('token' in filled) {
    const message = check(contactSchema, typed);
    return message.errors
      ? message
      : post(form, message.values, [writtenTo(message.values.email, message.values.phone)], filled.token);
  }
  const order = check(orderSchema, typed);
  if (order.errors) return order;
  const { family, plan } = filled;
  const values = { ...order.values, message: composeOrderMessage(family, plan, order.values.message, typed) };
  const lines = resultLines(filled, orderedPrice(family, plan, typed), typed, values);
  const token = await takeToken();
  const outcome = await post(form, values, lines, token);
  if ('reference' in outcome) return outcome;
  // A visitor whose order was refused may send the order again soon.
  prepareProof();
  // The token may have expired while the computer was asleep. So try once more with another.
  return token && outcome.isTokenRefused ? post(form, values, lines, await takeToken()) : outcome;
}

/** The message of the first rule that a field's text breaks; undefined if the text breaks no rule. */
export function messageFor(isOrder: boolean, name: string, text: string): string | undefined {
  const typed = { [name]: text };
  return (isOrder ? check(orderSchema, typed) : check(contactSchema, typed)).errors?.[name];
}
