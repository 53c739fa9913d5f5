import type { IncomingMessage } from 'node:http';

/** In characters. Browsers send less than half of it. */
const maxLength = 256;

/** The headers that libraries parse, some of them once for each layer. Without any of them a request is understood. */
const parsedHeaders = [
  'accept',
  'accept-encoding',
  'cache-control',
  'content-encoding',
  'content-type',
  'if-match',
  'if-modified-since',
  'if-none-match',
  'if-range',
  'if-unmodified-since',
  'range',
] as const;

/** Removes the headers that are parsed and too long: what a stranger sends must not cost more than the answer. */
export function removeLongHeaders({ headers }: IncomingMessage): void {
  for (const name of parsedHeaders) {
    if ((headers[name]?.length ?? 0) <= maxLength) continue;
    delete headers[name];
    // A part of another version would be worse than the whole: https://www.rfc-editor.org/rfc/rfc9110#section-13.1.5
    if (name === 'if-range') delete headers.range;
  }
}
