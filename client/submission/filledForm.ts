import type { HostingFamily, Plan } from '../../shared/hosting/family.ts';
import type { FieldErrors } from '../../shared/submission.ts';
import { draftFieldsIn } from '../early/drafts.ts';

/** The name of the contact form. The name of an order form is its plan's id. */
export const contactForm = 'contact';

/** The status of an answer to a missing, wrong or used captcha token. */
export const forbidden = 403;

/** The typed texts of a form, by field. */
export type Texts = { readonly [field: string]: string };

/** The texts of the fields with drafts. Other fields, such as a captcha's, are not typed by the visitor. */
export function typedIn(form: HTMLFormElement): Texts {
  return Object.fromEntries(Array.from(draftFieldsIn(form), ({ name, value }) => [name, value]));
}

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
