import { draftFieldsIn } from '../early/drafts.ts';

/** The typed texts of a form, by field. */
export type Texts = { readonly [field: string]: string };

/** The texts of the fields with drafts. Other fields, such as a captcha's, are not typed by the visitor. */
export function typedIn(form: HTMLFormElement): Texts {
  return Object.fromEntries(Array.from(draftFieldsIn(form), ({ name, value }) => [name, value]));
}
