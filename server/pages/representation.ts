import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib';
import { requestIdHeader, requestIdOf } from '../requestLog.ts';

const codingsByWorth = ['br', 'gzip', 'identity'] as const;
type Coding = (typeof codingsByWorth)[number];

/** The bytes of one content coding, with its header lines as `writeHead` takes them: name, value, name, value, … */
type Variant = { readonly body: Buffer; readonly head: readonly string[] };

/** Bytes ready to be sent, in each coding a browser may ask for. */
export type Representation = {
  readonly etag: string;
  readonly head: readonly string[];
  /** The names of its header lines, in lower case. */
  readonly names: ReadonlySet<string>;
  readonly identity: Variant;
  br?: Variant;
  gzip?: Variant;
};

// Weak: the same tag stands for all codings of the same content.
function etagOf(bytes: Buffer): string {
  return `W/"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`;
}

export function represent(
  identity: Buffer,
  headers: Readonly<Record<string, string>>,
  compressed: { readonly br?: Buffer | undefined; readonly gzip?: Buffer | undefined } = {},
): Representation {
  const etag = etagOf(identity);
  const head = [...Object.entries(headers).flat(), 'ETag', etag, 'Vary', 'Accept-Encoding'];
  const names = new Set(
    [requestIdHeader, ...head.filter((_, index) => index % 2 === 0)].map((name) => name.toLowerCase()),
  );
  const representation: Representation = { etag, head, names, identity: variant(head, identity, 'identity') };
  if (compressed.br) representation.br = variant(head, compressed.br, 'br');
  if (compressed.gzip) representation.gzip = variant(head, compressed.gzip, 'gzip');
  return representation;
}

function variant(head: readonly string[], body: Buffer, coding: Coding): Variant {
  return {
    body,
    head: [
      ...head,
      'Content-Length',
      String(body.length),
      ...(coding === 'identity' ? [] : ['Content-Encoding', coding]),
    ],
  };
}

function brotliOptions(quality: number, size: number) {
  return {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_SIZE_HINT]: size,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    },
  };
}

/** A level that costs about a millisecond a page, for the first visitor. */
export function compressFast(representation: Representation): void {
  const { body } = representation.identity;
  representation.br = variant(representation.head, brotliCompressSync(body, brotliOptions(4, body.length)), 'br');
  representation.gzip = variant(representation.head, gzipSync(body, { level: 4 }), 'gzip');
}

const brotliAsync = promisify(brotliCompress);
const gzipAsync = promisify(gzip);

/** The smallest bytes, made in the background: brotli 11 takes a hundred milliseconds a page. */
export async function compressBest(representation: Representation): Promise<void> {
  const { body } = representation.identity;
  representation.br = variant(representation.head, await brotliAsync(body, brotliOptions(11, body.length)), 'br');
  const zipped: Uint8Array = await gzipAsync(body, { level: 9 });
  representation.gzip = variant(representation.head, Buffer.from(zipped), 'gzip');
}

/** The same in memory of its own: what another process has sent lies in the message's, and would keep all of it. */
export function copyOf(representation: Representation): Representation {
  return {
    ...representation,
    ...Object.fromEntries(
      codingsByWorth.flatMap((coding) => {
        const kept = representation[coding];
        return kept ? [[coding, { ...kept, body: Buffer.from(kept.body) }]] : [];
      }),
    ),
  };
}

/** Answers a GET or HEAD. Nothing else of the answer may have been written; other headers that were set are kept. */
export function sendRepresentation(
  request: IncomingMessage,
  response: ServerResponse,
  representation: Representation,
  status = 200,
): void {
  const { etag, head, names } = representation;
  const { 'if-none-match': known, 'accept-encoding': accepted } = request.headers;
  // `writeHead` writes an array of lines as it is, which is faster than setting each, but only if none was set before.
  const already = [requestIdHeader, requestIdOf(response)];
  for (const name of response.getHeaderNames()) {
    if (!names.has(name)) already.push(name, String(response.getHeader(name)));
    response.removeHeader(name);
  }
  if (status === 200 && known !== undefined && matches(known, etag)) {
    response.writeHead(304, [...already, ...head]).end();
    return;
  }
  const { body, head: full } = representation[codingFor(accepted)] ?? representation.identity;
  response.writeHead(status, [...already, ...full]);
  response.end(request.method === 'HEAD' ? undefined : body);
}

// RFC 9110 §13.1.2 compares weakly.
function matches(known: string, etag: string): boolean {
  return (
    known === etag ||
    known === '*' ||
    known.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag.slice('W/'.length))
  );
}

const codings = new Map<string, Coding>();
const mostRemembered = 50;

/** The best coding that an Accept-Encoding header allows. Browsers send few different ones, so answers are remembered. */
function codingFor(accepted: string | undefined): Coding {
  if (accepted === undefined) return 'identity';
  const remembered = codings.get(accepted);
  if (remembered) return remembered;
  const allowed = new Set(
    accepted
      .toLowerCase()
      .split(',')
      .map((part) => part.split(';').map((piece) => piece.trim()))
      .filter(([, quality]) => !/^q=0(\.0*)?$/.test(quality ?? ''))
      .map(([name]) => name),
  );
  const coding: Coding = allowed.has('br') ? 'br' : allowed.has('gzip') ? 'gzip' : 'identity';
  if (codings.size < mostRemembered) codings.set(accepted, coding);
  return coding;
}
