import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { composeOrderMessage } from '../../shared/orderMessage.ts';
import { endpoints } from '../../shared/paths.ts';
import { answerTimeout, type SubmissionAnswer, submissionHeaders } from '../../shared/submission.ts';
import { submissionKey } from '../../shared/submissionKey.ts';
import {
  type Checked,
  type ContactValues,
  check,
  contactSchema,
  normaliseText,
  orderSchema,
} from '../../shared/submissionSchemas.ts';
import type { DraftElement } from '../early/drafts.ts';
import { formKeyOf } from '../early/plainPost.ts';
import { contactForm, type FilledForm, type FilledOrder, type Refused, type Stored } from './filledForm.ts';

/** The result of sending a form. `error`: why sending failed, for the console. */
export type Outcome = Stored | (Refused & { readonly error?: unknown });

/** Not `crypto.subtle`, which is missing on pages without HTTPS. The site works there too. */
function sha256Of(text: string): string {
  return bytesToHex(sha256(utf8ToBytes(text)));
}

/** Posts a submission. Never rejects. */
async function post(body: string, key: string, token: string | undefined): Promise<Outcome> {
  let status = 0;
  try {
    const response = await fetch(endpoints.submissions, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        [submissionHeaders.idempotencyKey]: key,
        ...(token ? { [submissionHeaders.captchaToken]: token } : {}),
      },
      body,
      signal: AbortSignal.timeout(answerTimeout),
    });
    status = response.status;
    const { success, error, fields } = (await response.json()) as SubmissionAnswer;
    if (response.ok && success) return { reference: response.headers.get(submissionHeaders.reference) ?? '' };
    return fields ? { status, errors: fields, messages: Object.values(fields) } : { status, error };
  } catch (error) {
    return { status, error };
  }
}

/** Posts a checked form. `compose` turns the typed message into the sent one. */
async function send(
  { form, token }: FilledForm,
  checked: Checked<ContactValues>,
  compose: (message: string) => string,
): Promise<Outcome> {
  if (checked.errors) return checked;
  const values = { ...checked.values, message: compose(checked.values.message) };
  const key = submissionKey(formKeyOf(form), values, sha256Of);
  const outcome = await post(JSON.stringify(values), key, await token());
  if ('reference' in outcome) drafts.forgetForm(form);
  return outcome;
}

/** The message of the first rule that a field's text breaks; undefined if it breaks none. */
function messageFor(form: string, name: string, text: string): string | undefined {
  const typed = { [name]: text };
  const { errors } = form === contactForm ? check(contactSchema, typed) : check(orderSchema, typed);
  return errors?.[name];
}

/**
 * Updates the message of a refused field at each change of its text. `refused`: the text that the server refused in a
 * plain post. If the field has another text by now, the visitor changed it before this script loaded.
 */
export function watchMending(
  form: string,
  name: string,
  show: (message: string | undefined) => void,
  signal: AbortSignal,
  refused: unknown,
): void {
  const field = document.querySelector<DraftElement>(`[data-drafts="${form}"] [name="${name}"]`);
  if (!field || signal.aborted) return;
  const checkAgain = () => show(messageFor(form, name, field.value));
  // Some autofill programs fire only `change`.
  for (const type of ['input', 'change']) field.addEventListener(type, checkAgain, { signal });
  // A select does not offer an option that was refused. It shows its first option, whose value is empty.
  const before = field instanceof HTMLSelectElement ? '' : refused;
  if (refused !== undefined && normaliseText(String(before)) !== normaliseText(field.value)) checkAgain();
}

/** Validates and posts the contact form. */
export function sendMessage(filled: FilledForm): Promise<Outcome> {
  return send(filled, check(contactSchema, filled.typed), (message) => message);
}

/** Validates the order form, composes the order's message and posts it. */
export function sendOrder({ family, plan, ...filled }: FilledOrder): Promise<Outcome> {
  const compose = (message: string) => composeOrderMessage(family, plan, message, filled.typed);
  return send(filled, check(orderSchema, filled.typed), compose);
}
