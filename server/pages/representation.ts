import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib';
import type { Request, Response } from 'express';

/** Bytes ready to be sent, in each encoding a browser may ask for. */
export type Representation = {
  readonly headers: Readonly<Record<string, string>>;
  readonly etag: string;
  readonly identity: Buffer;
  br?: Buffer;
  gzip?: Buffer;
};

// Weak: the same tag stands for all encodings of the same content.
const etagOf = (bytes: Buffer): string => `W/"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`;

export const represent = (identity: Buffer, headers: Readonly<Record<string, string>>): Representation => ({
  headers,
  etag: etagOf(identity),
  identity,
});

const brotliOptions = (quality: number, size: number) => ({
  params: {
    [constants.BROTLI_PARAM_QUALITY]: quality,
    [constants.BROTLI_PARAM_SIZE_HINT]: size,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
  },
});

/** A level that costs about a millisecond a page, for the first visitor. */
export const compressFast = (representation: Representation): void => {
  const { identity } = representation;
  representation.br = brotliCompressSync(identity, brotliOptions(4, identity.length));
  representation.gzip = gzipSync(identity, { level: 4 });
};

const brotliAsync = promisify(brotliCompress);
const gzipAsync = promisify(gzip);

/** The smallest bytes, made in the background: brotli 11 takes a hundred milliseconds a page. */
export const compressBest = async (representation: Representation): Promise<void> => {
  const { identity } = representation;
  representation.br = await brotliAsync(identity, brotliOptions(11, identity.length));
  representation.gzip = (await gzipAsync(identity, { level: 9 })) as Buffer;
};

export const sendRepresentation = (
  request: Request,
  response: Response,
  representation: Representation,
  status = 200,
): void => {
  const { headers, etag, identity, br, gzip: zipped } = representation;
  for (const name in headers) response.setHeader(name, headers[name] as string);
  response.setHeader('ETag', etag);
  if (br || zipped) response.setHeader('Vary', 'Accept-Encoding');
  response.statusCode = status;
  if (status === 200 && request.headers['if-none-match'] !== undefined && request.fresh) {
    response.statusCode = 304;
    response.end();
    return;
  }
  let body = identity;
  const encoding = br || zipped ? acceptedEncoding(request) : undefined;
  if (encoding === 'br' && br) body = br;
  else if (encoding && zipped) body = zipped;
  if (body !== identity) response.setHeader('Content-Encoding', body === br ? 'br' : 'gzip');
  response.setHeader('Content-Length', body.length);
  response.end(request.method === 'HEAD' ? undefined : body);
};

const acceptedEncoding = (request: Request): 'br' | 'gzip' | undefined => {
  const accepted = request.headers['accept-encoding'];
  // What nearly every browser sends, without the cost of parsing it.
  if (accepted === 'gzip, deflate, br, zstd' || accepted === 'gzip, deflate, br') return 'br';
  if (accepted === undefined) return undefined;
  const chosen = request.acceptsEncodings(['br', 'gzip', 'identity']);
  return chosen === 'br' || chosen === 'gzip' ? chosen : undefined;
};
