/** A header's first value, in one line. `name` must be in lower case. https://www.rfc-editor.org/rfc/rfc5322#section-2.2.3 */
export function headerValue(headers: string, name: string): string | undefined {
  const lines = headers.replace(/\r?\n(?=[ \t])/g, '').split(/\r?\n/);
  const line = lines.find((each) => each.slice(0, name.length + 1).toLowerCase() === `${name}:`);
  return line?.slice(name.length + 1).trim();
}

/** `messageId`: that of the returned mail. `status`: a code such as 5.1.1 (RFC 3463). `diagnostic`: the refusing server's words. */
export type Bounce = { readonly messageId: string; readonly status: string; readonly diagnostic: string };

const longestDiagnostic = 500;

/**
 * Reads the delivery status of a bounce, and the headers of the returned mail. Undefined if the status does not tell of a failure.
 * https://www.rfc-editor.org/rfc/rfc3464
 */
export function bounceOf(status: string, returnedHeaders: string): Bounce | undefined {
  const messageId = headerValue(returnedHeaders, 'message-id');
  const failed = status
    .split(/\r?\n\r?\n/)
    .find((recipient) => headerValue(recipient, 'action')?.toLowerCase().startsWith('failed'));
  if (!messageId || !failed) return undefined;
  const code = /^\d\.\d{1,3}\.\d{1,3}/.exec(headerValue(failed, 'status') ?? '')?.[0] ?? '5.0.0';
  const diagnostic = (headerValue(failed, 'diagnostic-code') || code).slice(0, longestDiagnostic);
  return { messageId, status: code, diagnostic };
}
