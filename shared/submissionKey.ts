import type { ContactValues } from './submissionSchemas.ts';

/**
 * The idempotency key of a form that is sent by script or as a plain post. The key is a UUID (RFC 9562, version 8) made of the
 * form key and the checked values with the composed message. The same form with the same texts has the same key.
 * With other texts, the form has another key. `sha256` hashes a text to hexadecimal digits.
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
