import { createHash, createHmac } from 'node:crypto';
import type { Request } from 'express';
import type { CataloguePlan } from '../../shared/hosting/catalogue.ts';
import { planById, planByText } from '../../shared/hosting/catalogue.ts';
import { shownPrice } from '../../shared/hosting/family.ts';
import { composeOrderMessage, isOrderMessage, readOrderMessage } from '../../shared/orderMessage.ts';
import { type FieldErrors, honeypotField, limits, submissionHeaders } from '../../shared/submission.ts';
import { check, checkSubmission, orderFieldNames, orderSchema } from '../../shared/submissionSchemas.ts';
import { looksLikeSpam } from './marks.ts';
import type { IdempotencyKey, NewSubmission } from './store.ts';

/** What a post asks for, understood before anything is counted or stored. */
export type Attempt =
  | { readonly valid: true; readonly submission: NewSubmission; readonly idempotency: IdempotencyKey | undefined }
  | { readonly valid: false; readonly status: 400 | 413 | 415; readonly error: string; readonly fields?: FieldErrors };

/** The order dialog's own form: the plan it was opened for, and what was typed, to be shown again. */
export type PlainOrder = CataloguePlan & {
  readonly values: { readonly [field: string]: string };
  /** Whether the field that no visitor sees was filled in. */
  readonly trapped: boolean;
  /** Of the whole post, and how many fields it has. */
  readonly bytes: number;
  readonly fieldCount: number;
};

const uuidPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** How long an identical plain form post counts as the same one. */
const plainPostLifetime = 10 * 60 * 1000;

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
function isRecord(body: unknown): body is Record<string, unknown> {
  return typeof body === 'object' && body !== null && !Array.isArray(body);
}

export function refused(status: 400 | 413 | 415, error: string, fields?: FieldErrors): Attempt {
  return {
    valid: false,
    status,
    error,
    ...(fields ? { fields } : {}),
  };
}

const fieldsAtFault = 'Some fields are not right.';
export const bodyTooLarge = `The body is over ${limits.body} bytes.`;

export function readJsonAttempt(request: Request): Attempt {
  const body: unknown = request.body;
  if (!isRecord(body)) return refused(400, 'The body must be a JSON object.');
  const key = request.get(submissionHeaders.idempotencyKey);
  if (key !== undefined && !uuidPattern.test(key))
    return refused(400, `${submissionHeaders.idempotencyKey} must be a UUID.`);
  const { values, errors } = checkSubmission(body);
  if (errors) return refused(400, fieldsAtFault, errors);
  const order = isOrderMessage(values.message);
  const named = order ? readOrderMessage(values.message) : undefined;
  const sent = {
    kind: order ? ('order' as const) : ('contact' as const),
    planId: (named && planByText(named.plan, named.details)?.plan.id) ?? null,
    name: values.name,
    email: values.email,
    company: values.company,
    phone: values.phone,
    message: values.message,
  };
  return {
    valid: true,
    submission: {
      ...sent,
      orderedPlan: named?.plan ?? null,
      orderedPrice: named?.price ?? null,
      suspect: looksLikeSpam(sent),
    },
    idempotency: key === undefined ? undefined : { key: key.toLowerCase(), bodyHash: sha256(JSON.stringify(sent)) },
  };
}

/** The order that a plain form post carries, if it names a plan. */
export function readPlainOrder(body: string): PlainOrder | undefined {
  const fields = body.split('&', 2 * limits.plainFormFields);
  const form = new URLSearchParams(fields.join('&'));
  const typed = (field: string) => form.get(field) ?? '';
  const ordered = planById(typed('plan'));
  if (!ordered) return undefined;
  return {
    ...ordered,
    values: Object.fromEntries(orderFieldNames.map((field) => [field, typed(field)])),
    trapped: typed(honeypotField) !== '',
    bytes: Buffer.byteLength(body),
    fieldCount: fields.length,
  };
}

export function readPlainAttempt(order: PlainOrder | undefined, clientAddress: string, secret: Uint8Array): Attempt {
  if (!order) return refused(400, 'The form names no plan of ours.');
  const { family, plan, trapped } = order;
  const { values, errors } = check(orderSchema, order.values);
  if (order.bytes > limits.body) return refused(413, bodyTooLarge, errors);
  if (order.fieldCount > limits.plainFormFields) return refused(400, 'The form has too many fields.');
  if (errors) return refused(400, fieldsAtFault, errors);
  const sent = {
    kind: 'order' as const,
    planId: plan.id,
    name: values.name,
    email: values.email,
    company: values.company,
    phone: values.phone,
    message: composeOrderMessage(family, plan, values.message),
  };
  const bodyHash = sha256(JSON.stringify(sent));
  const key = createHmac('sha256', secret).update(`${clientAddress}\n${bodyHash}`).digest('hex');
  return {
    valid: true,
    submission: {
      ...sent,
      orderedPlan: plan.name,
      orderedPrice: shownPrice(family, plan),
      suspect: trapped || looksLikeSpam(sent),
    },
    idempotency: { key: `plain-${key}`, bodyHash, lifetime: plainPostLifetime },
  };
}
