import type { ContactValues } from './submissionSchemas.ts';

/**
 * The idempotency key of what a form sends, by script or as a plain post: a UUID (RFC 9562, version 8) made of the form's
 * own key and the checked values, the message as it is composed. The same texts have the same key, however often the form
 * is sent, and other texts another one. `sha256` hashes a text to hexadecimal digits.
 */
export function submissionKey(
  formKey: string,
  { name, email, company, phone, message }: ContactValues,
  sha256: (text: string) => string,
): string {
  const hash = sha256(JSON.stringify([formKey, name, email, company, phone, message]));
  const digits = `${hash.slice(0, 12)}8${hash.slice(12, 15)}8${hash.slice(15, 30)}`;
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
