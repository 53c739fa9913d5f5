import { createHmac, hash } from 'node:crypto';
import type { Request } from 'express';
import { type CataloguePlan, planById, planByText } from '../../shared/hosting/catalogue.ts';
import {
  type OrderOptions,
  optionErrors,
  optionFields,
  optionNames,
  orderedPrice,
  yearly,
} from '../../shared/hosting/orderOptions.ts';
import { composeOrderMessage, isOrderMessage, readOrderMessage, unknownLines } from '../../shared/orderMessage.ts';
import { type FieldErrors, formKeyField, honeypotField, limits, submissionHeaders } from '../../shared/submission.ts';
import { submissionKey } from '../../shared/submissionKey.ts';
import { check, checkSubmission, orderFieldNames, orderSchema } from '../../shared/submissionSchemas.ts';
import { minute } from '../lib/times.ts';
import type { NewSubmission, Order } from '../outbox/submission.ts';
import type { IdempotencyKey } from '../outbox/submissions.ts';
import type { Refusal } from './acceptPost.ts';

/** The order form, posted without scripts: the plan, and the typed texts, which the response may show again. */
export type PlainOrder = CataloguePlan & { readonly values: { readonly [field: string]: string } };

/** A post after its body is parsed and checked, before anything is counted or stored. */
export type ParsedPost = {
  readonly plainOrder?: PlainOrder | undefined;
  /** Returns the idempotency key of the post. Some keys depend on the secret of the site. */
  readonly makeKey?: ((secret: Uint8Array) => IdempotencyKey) | undefined;
} & ({ readonly submission: NewSubmission } | { readonly submission?: never; readonly refusal: Refusal });

/** The idempotency key of a post by script: a UUID that the page makes of form key and texts (shared/submissionKey.ts). */
const idempotencyKeyPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** A form key: four random numbers of 32 bits, which client/early/plainPost.ts adds to a plain post. */
const formKeyPattern = /^\d+(-\d+){3}$/;
/** In milliseconds. Within this time, an identical plain form post without a form key is a replay. */
const plainPostLifetime = 10 * minute;
/** An order may have lines that the site never writes. Only this many are stored, because a forged order may have very many. */
const maxUnknownLines = 5;
const link = /https?:\/\/|www\./i;

/** Whether the name or the company contains a link. Honest visitors write links only in the message. */
function looksLikeSpam({ name, company }: Pick<NewSubmission, 'name' | 'company'>): boolean {
  return link.test(name) || link.test(company);
}

export const bodyTooLarge = `The body is over ${limits.body} bytes.`;

export const noOrder: Order = {
  planId: null,
  orderedPlan: null,
  orderedPrice: null,
  billing: null,
  dataCentre: null,
  operatingSystem: null,
  unknownLines: null,
};

function refused(status: number, error: string, fields?: FieldErrors): { readonly refusal: Refusal } {
  return { refusal: { status, error, fields } };
}

function fieldsRefused(fields: FieldErrors): { readonly refusal: Refusal } {
  return refused(400, 'Some fields are not right.', fields);
}

/** After an update, stored hashes are compared with hashes of the new release. So the fields and their order must never change. */
function bodyHashOf({ kind, planId, name, email, company, phone, message }: NewSubmission): string {
  return hash('sha256', JSON.stringify({ kind, planId, name, email, company, phone, message }));
}

/** The order of a plan with `choices`, which the plan must offer. */
function orderOf({ family, plan }: CataloguePlan, choices: OrderOptions): Order {
  return {
    ...noOrder,
    planId: plan.id,
    orderedPlan: plan.name,
    orderedPrice: orderedPrice(family, plan, choices),
    billing: choices.billing || null,
    dataCentre: choices.dataCentre || null,
    operatingSystem: choices.operatingSystem || null,
  };
}

/** The refusal of an order whose choices have the errors `fields`. Undefined if there are no errors. */
function choicesRefused({ family, plan }: CataloguePlan, fields: FieldErrors) {
  const wrong = Object.keys(fields);
  if (wrong.length === 0) return undefined;
  // A message is shown beside its field. For a choice that has no field in this form, the refusal is a sentence alone.
  const offered = optionFields(family, plan).map(({ name }): string => name);
  return wrong.every((name) => offered.includes(name))
    ? fieldsRefused(fields)
    : refused(400, 'The plan does not offer this choice.');
}

/** Reads an order back from its message, which the site has composed. `refusal` is set if the plan does not offer a choice. */
export function readOrder(message: string): { readonly order: Order; readonly refusal?: Refusal | undefined } {
  const { plan: orderedPlan, price, details, choices } = readOrderMessage(message);
  const order = { ...noOrder, orderedPlan, orderedPrice: price };
  const known = planByText(orderedPlan, details);
  if (!known) return { order };
  const { family, plan } = known;
  const isYearly =
    price !== orderedPrice(family, plan, {}) && price === orderedPrice(family, plan, { billing: yearly });
  return {
    ...choicesRefused(known, optionErrors(family, plan, choices)),
    order: {
      ...order,
      planId: plan.id,
      billing: isYearly ? yearly : null,
      dataCentre: choices.dataCentre ?? null,
      operatingSystem: choices.operatingSystem ?? null,
      unknownLines: unknownLines(family, plan, message).slice(0, maxUnknownLines).join('\n') || null,
    },
  };
}

export function parseJson(request: Request): ParsedPost {
  const { body }: { readonly body?: Readonly<Record<string, unknown>> } = request;
  if (!body || Array.isArray(body)) return refused(400, 'The body must be a JSON object.');
  const key = request.get(submissionHeaders.idempotencyKey);
  if (key !== undefined && !idempotencyKeyPattern.test(key))
    return refused(400, `${submissionHeaders.idempotencyKey} must be a UUID.`);
  const { values, errors } = checkSubmission(body);
  if (errors) return fieldsRefused(errors);
  const isOrder = isOrderMessage(values.message);
  const { order, refusal } = isOrder ? readOrder(values.message) : { order: noOrder };
  if (refusal) return { refusal };
  const kind = isOrder ? 'order' : 'contact';
  const submission: NewSubmission = { ...values, ...order, kind, suspect: looksLikeSpam(values) };
  const makeKey = key === undefined ? undefined : () => ({ key: key.toLowerCase(), bodyHash: bodyHashOf(submission) });
  return { submission, makeKey };
}

export function parsePlainForm(body: string, clientAddress: string): ParsedPost {
  // Reading tens of thousands of fields would take a tenth of a second. Our form has fewer than `plainFormFields`.
  const form = new URLSearchParams(body.split('&', limits.plainFormFields).join('&'));
  const typed = (field: string) => form.get(field) ?? '';
  const ordered = planById(typed('plan'));
  if (!ordered) return refused(400, 'The form names no plan of ours.');
  const { family, plan } = ordered;
  const texts = Object.fromEntries([...orderFieldNames, ...optionNames].map((field) => [field, typed(field)]));
  const plainOrder = { ...ordered, values: texts };

  const { values, errors } = check(orderSchema, texts);
  const wrong = optionErrors(family, plan, texts);
  if (Buffer.byteLength(body) > limits.body) return { plainOrder, ...refused(413, bodyTooLarge, errors) };
  if (errors) return { plainOrder, ...fieldsRefused({ ...wrong, ...errors }) };
  const choiceRefusal = choicesRefused(ordered, wrong);
  if (choiceRefusal) return { plainOrder, ...choiceRefusal };

  const message = composeOrderMessage(family, plan, values.message, texts);
  const suspect = typed(honeypotField) !== '' || looksLikeSpam(values);
  const submission: NewSubmission = { ...values, ...orderOf(ordered, texts), kind: 'order', message, suspect };
  const bodyHash = bodyHashOf(submission);
  const formKey = typed(formKeyField);
  const sha256 = (text: string) => hash('sha256', text);
  const makeKey = (secret: Uint8Array): IdempotencyKey => {
    // The page's scripts gave the form its form key. If they also post the form, they make the same idempotency key as here.
    if (formKeyPattern.test(formKey)) return { key: submissionKey(formKey, submission, sha256), bodyHash };
    // Without scripts, the form has no form key. So the idempotency key is made of the client's IP address (or its network) and
    // the texts. The secret keeps others from guessing this key.
    const key = createHmac('sha256', secret).update(`${clientAddress}\n${bodyHash}`).digest('hex');
    return { key: `plain-${key}`, bodyHash, lifetime: plainPostLifetime };
  };
  return { plainOrder, submission, makeKey };
}
