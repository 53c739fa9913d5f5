import type { IncomingMessage } from 'node:http';

/** Whether a request only reads: https://www.rfc-editor.org/rfc/rfc9110#name-safe-methods */
export function isRead({ method }: IncomingMessage): boolean {
  return method === 'GET' || method === 'HEAD';
}

/** The path of a request, without the query, which may contain personal data. */
export function pathOf({ url = '/' }: IncomingMessage): string {
  return url.split('?', 1)[0] ?? '';
}

export const mediaTypes = { json: 'application/json', form: 'application/x-www-form-urlencoded' } as const;

/** The media type of a request's body, in lower case and without parameters. */
export function mediaTypeOf({ headers }: IncomingMessage): string | undefined {
  return headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase();
}

/** Whether a request's body is in UTF-8, which is also the default. */
export function isUtf8({ headers }: IncomingMessage): boolean {
  return (headers['content-type'] ?? '')
    .toLowerCase()
    .split(';')
    .slice(1)
    .every((parameter) => !parameter.includes('charset') || /^\s*charset=(?:utf-8|"utf-8")\s*$/.test(parameter));
}
