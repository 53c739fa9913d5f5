import type { IncomingMessage } from 'node:http';

/** Whether a request only reads: https://www.rfc-editor.org/rfc/rfc9110#name-safe-methods */
export function isRead({ method }: IncomingMessage): boolean {
  return method === 'GET' || method === 'HEAD';
}
