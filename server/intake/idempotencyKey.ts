const uuidPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Whether a text can be the idempotency key that the page makes for a filled-in form: a UUID. */
export function isIdempotencyKey(text: string): boolean {
  return uuidPattern.test(text);
}
