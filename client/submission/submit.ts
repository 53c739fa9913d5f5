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
import { giveBack, prepareProof, takeProof } from '../captcha/proofOfWork.ts';
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

/** Hashes without `crypto.subtle`, which pages without https lack. The site works on such pages too. */
function sha256Of(text: string): string {
  return bytesToHex(sha256(utf8ToBytes(text)));
}

/** The HTTP status of the response to a missing, wrong or used captcha token. */
const forbidden = 403;

/** Posts a submission. Rejects if no response comes. */
async function post(form: string, values: ContactValues, token: string | undefined): Promise<Outcome> {
  const response = await fetch(endpoints.submissions, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      [submissionHeaders.idempotencyKey]: submissionKey(formKeyOf(form), values, sha256Of),
      ...(token ? { [submissionHeaders.captchaToken]: token } : {}),
    },
    body: JSON.stringify(values),
    signal: AbortSignal.timeout(responseTimeout),
  });
  const { success, error, fields } = (await response.json()) as SubmissionResponse;
  if (fields) return { errors: fields, messages: Object.values(fields) };
  if (!response.ok || !success) return { error, isTokenRefused: response.status === forbidden };
  drafts.forgetForm(form);
  return { reference: response.headers.get(submissionHeaders.reference) ?? '', lines: [] };
}

/**
 * Posts an order with the token of a proof of work, or without a token if the proof is not solved in time. If the server refuses
 * the token, makes another proof and tries once more: the token may have expired while the computer was asleep.
 */
async function postWithProof(form: string, values: ContactValues, isRepeated = false): Promise<Outcome> {
  const proof = await takeProof();
  const token = proof.solved?.token;
  // Without a response, a sent token counts as used, because the server may have used it.
  let isUsed = token !== undefined;
  try {
    const outcome = await post(form, values, token);
    const isRefused = 'isTokenRefused' in outcome && outcome.isTokenRefused === true;
    isUsed &&= isRefused || 'reference' in outcome;
    if (!isRefused || isRepeated || !token) return outcome;
  } finally {
    if (!isUsed) giveBack(proof);
  }
  return postWithProof(form, values, true);
}

// An order dialog starts the proof when the dialog opens. The export keeps the proof's code in this chunk.
export { prepareProof };

export async function sendForm(filled: FilledForm): Promise<Outcome> {
  const { form, typed } = filled;
  if ('token' in filled) {
    const message = check(contactSchema, typed);
    if (message.errors) return message;
    const outcome = await post(form, message.values, filled.token);
    return 'reference' in outcome ? { ...outcome, lines: [writtenTo(message.values.email)] } : outcome;
  }
  const order = check(orderSchema, typed);
  if (order.errors) return order;
  const message = composeOrderMessage(filled.family, filled.plan, order.values.message, typed);
  const outcome = await postWithProof(form, { ...order.values, message });
  if (!('reference' in outcome)) return outcome;
  const price = orderedPrice(filled.family, filled.plan, typed);
  return { ...outcome, lines: resultLines(price, typed, order.values.email) };
}

/** The message of the first rule that a field's text breaks; undefined if the text breaks no rule. */
export function messageFor(isOrder: boolean, name: string, text: string): string | undefined {
  const typed = { [name]: text };
  const { errors } = isOrder ? check(orderSchema, typed) : check(contactSchema, typed);
  return errors?.[name];
}
