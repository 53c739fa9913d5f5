import type { IncomingMessage } from 'node:http';
import Negotiator from 'negotiator';

const codings = ['br', 'gzip', 'identity'] as const;
export type ContentCoding = (typeof codings)[number];

/** The smallest content coding that a client accepts. */
export function contentCodingFor(request: IncomingMessage): ContentCoding {
  const accepted = new Negotiator(request).encodings([...codings]);
  return codings.find((coding) => accepted.includes(coding)) ?? 'identity';
}
