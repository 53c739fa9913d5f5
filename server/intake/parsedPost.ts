import { createHash, createHmac } from 'node:crypto';
import type { Request } from 'express';
import { type CataloguePlan, planById } from '../../shared/hosting/catalogue.ts';
import { choiceErrors, choiceNames } from '../../shared/hosting/orderChoices.ts';
import { composeOrderMessage, isOrderMessage } from '../../shared/orderMessage.ts';
import { type FieldErrors, formKeyField, honeypotField, limits, submissionHeaders } from '../../shared/submission.ts';
import { submissionKey } from '../../shared/submissionKey.ts';
import {
  type ContactValues,
  check,
  checkSubmission,
  orderFieldNames,
  orderSchema,
} from '../../shared/submissionSchemas.ts';
import { looksLikeSpam, type NewSubmission } from '../outbox/submission.ts';
import type { IdempotencyKey } from '../outbox/submissions.ts';
import { fieldsAtFault, type Refusal } from './acceptPost.ts';
import { choiceRefusal, noOrder, orderOf, readOrder } from './order.ts';

/** The order form, posted without scripts: the plan, and the typed texts, which the answer may show again. */
export type PlainOrder = CataloguePlan & { readonly values: { readonly [field: string]: string } };

/** A post after its body is parsed and checked, before anything is counted or stored. */
export type ParsedPost = {
  /** Set for a plain form post that names a plan. */
  readonly plainOrder?: PlainOrder | undefined;
} & (
  | {
      readonly submission: NewSubmission;
      /** Returns the key of the post. Some keys depend on the secret of the site. */
      readonly makeKey: ((secret: Uint8Array) => IdempotencyKey) | undefined;
      readonly refusal?: never;
    }
  | { readonly refusal: Refusal; readonly submission?: never; readonly makeKey?: never }
);

/** The page makes a UUID for each filled-in form. */
const idempotencyKeyPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** Random numbers from client/early/plainPost.ts. */
const formKeyPattern = /^\d+(-\d+){3}$/;
/** In milliseconds. Within this time, an identical plain form post without a key is a repetition. */
const plainPostLifetime = 10 * 60 * 1000;

export const bodyTooLarge = `The body is over ${limits.body} bytes.`;

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

function isRecord(body: unknown): body is Record<string, unknown> {
  return typeof body === 'object' && body !== null && !Array.isArray(body);
}

function refused(status: number, error: string, fields?: FieldErrors): { readonly refusal: Refusal } {
  return { refusal: { status, error, fields } };
}

type SentFields = Pick<NewSubmission, 'kind' | 'planId' | keyof ContactValues>;

/** Hashes are stored and compared after updates too. So the fields and their order must never change. */
function bodyHashOf({ kind, planId, name, email, company, phone, message }: SentFields): string {
  return sha256(JSON.stringify({ kind, planId, name, email, company, phone, message }));
}

export function parseJson(request: Request): ParsedPost {
  const body: unknown = request.body;
  if (!isRecord(body)) return refused(400, 'The body must be a JSON object.');
  const key = request.get(submissionHeaders.idempotencyKey);
  if (key !== undefined && !idempotencyKeyPattern.test(key))
    return refused(400, `${submissionHeaders.idempotencyKey} must be a UUID.`);
  const { values, errors } = checkSubmission(body);
  if (errors) return refused(400, fieldsAtFault, errors);
  const isOrder = isOrderMessage(values.message);
  const { order, refusal } = isOrder ? readOrder(values.message) : { order: noOrder };
  if (refusal) return { refusal };
  const kind = isOrder ? 'order' : 'contact';
  const submission: NewSubmission = { ...values, ...order, kind, suspect: looksLikeSpam(values) };
  if (key === undefined) return { submission, makeKey: undefined };
  return { submission, makeKey: () => ({ key: key.toLowerCase(), bodyHash: bodyHashOf(submission) }) };
}

/**
 * The key of a plain form post. If the page's scripts gave the form a key, it is the key that they would send with the same
 * texts. Otherwise it is made of address and body, and `secret` makes it unguessable.
 */
function plainKey(
  formKey: string,
  submission: NewSubmission,
  clientAddress: string,
  secret: Uint8Array,
): IdempotencyKey {
  const bodyHash = bodyHashOf(submission);
  if (formKeyPattern.test(formKey)) return { key: submissionKey(formKey, submission, sha256), bodyHash };
  const key = createHmac('sha256', secret).update(`${clientAddress}\n${bodyHash}`).digest('hex');
  return { key: `plain-${key}`, bodyHash, lifetime: plainPostLifetime };
}

export function parsePlainForm(body: string, clientAddress: string): ParsedPost {
  const fields = body.split('&', 2 * limits.plainFormFields);
  const form = new URLSearchParams(fields.join('&'));
  const typed = (field: string) => form.get(field) ?? '';
  const ordered = planById(typed('plan'));
  if (!ordered) return refused(400, 'The form names no plan of ours.');
  const { family, plan } = ordered;
  const texts = Object.fromEntries([...orderFieldNames, ...choiceNames].map((field) => [field, typed(field)]));
  const plainOrder = { ...ordered, values: texts };

  const { values, errors: fieldErrors } = check(orderSchema, texts);
  const wrong = choiceErrors(family, plan, texts);
  const wrongChoices = choiceRefusal(family, plan, wrong);
  const faults = { ...wrong, ...fieldErrors };
  const errors = Object.keys(faults).length > 0 ? faults : undefined;
  if (Buffer.byteLength(body) > limits.body) return { plainOrder, ...refused(413, bodyTooLarge, errors) };
  if (fields.length > limits.plainFormFields) return { plainOrder, ...refused(400, 'The form has too many fields.') };
  if (wrongChoices && !wrongChoices.fields) return { plainOrder, refusal: wrongChoices };
  if (errors || !values) return { plainOrder, ...refused(400, fieldsAtFault, errors) };
  const message = composeOrderMessage(family, plan, values.message, texts);
  const suspect = typed(honeypotField) !== '' || looksLikeSpam(values);
  const order = orderOf(family, plan, texts);
  const submission: NewSubmission = { ...values, ...order, kind: 'order', message, suspect };
  const makeKey = (secret: Uint8Array) => plainKey(typed(formKeyField), submission, clientAddress, secret);
  return { plainOrder, submission, makeKey };
}
