import type { IncomingMessage, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import fresh from 'fresh';
import Negotiator from 'negotiator';
import { requestIdHeader, requestIdOf } from './request.ts';
import type { Headers } from './securityHeaders.ts';

const codings = ['br', 'gzip', 'identity'] as const;

/** In characters. A longer header counts as absent: reading 15 KB of codings would take milliseconds for each request. */
const longestAcceptEncoding = 300;

/** A body without coding, and in the content codings that make the body smaller. */
type Bodies = { readonly identity: Uint8Array; readonly br?: Uint8Array; readonly gzip?: Uint8Array };

/** A response to GET or HEAD that is ready to be sent. */
export type PreparedResponse = {
  readonly status: number;
  readonly etag: string | undefined;
  /** Names and values in turn, as `writeHead` takes them. A 304 has these headers, but not `contentType`. */
  readonly headers: readonly string[];
  readonly contentType: readonly string[];
  bodies: Bodies;
};

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);
const qualities = { fast: { br: 8, gzip: 8 }, best: { br: 11, gzip: 9 } } as const;

/** Compresses a body. A body that hardly gets smaller gets no codings. A page takes about 5 ms at `fast`, 100 ms at `best`. */
export async function compressed(body: Uint8Array, quality: keyof typeof qualities): Promise<Bodies> {
  const { br: brotliQuality, gzip: level } = qualities[quality];
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: brotliQuality,
    [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
  };
  const br = await compressBrotli(body, { params });
  return br.length > 0.9 * body.length
    ? { identity: body }
    : { identity: body, br, gzip: await compressGzip(body, { level }) };
}

/** Makes a response, compressed at quality `fast`. `headers` must include the common headers of all responses. */
export async function prepareResponse(headers: Headers, body: Uint8Array, status = 200): Promise<PreparedResponse> {
  const { 'Content-Type': type = '', ...others } = headers;
  const bodies = await compressed(body, 'fast');
  const vary = bodies.br && { Vary: 'Accept-Encoding' };
  return {
    status,
    etag: headers.ETag,
    headers: Object.entries({ ...others, ...vary }).flat(),
    contentType: ['Content-Type', type],
    bodies,
  };
}

/** Sends a response in its smallest content coding, or 304 to a client that already has the response. A HEAD request gets no body. */
export function send(answer: PreparedResponse, request: IncomingMessage, response: ServerResponse): void {
  const { status, etag, bodies } = answer;
  const headers = [requestIdHeader, requestIdOf(response), ...answer.headers];
  if (status === 200 && fresh(request.headers, etag ? { etag } : {})) {
    response.writeHead(304, headers).end();
    return;
  }
  const isShort = (request.headers['accept-encoding'] ?? '').length <= longestAcceptEncoding;
  const accepted = bodies.br && isShort ? new Negotiator(request).encodings([...codings]) : [];
  const coding = codings.find((candidate) => accepted.includes(candidate)) ?? 'identity';
  const body = bodies[coding] ?? bodies.identity;
  if (coding !== 'identity') headers.push('Content-Encoding', coding);
  headers.push(...answer.contentType, 'Content-Length', String(body.length));
  response.writeHead(status, headers).end(request.method === 'HEAD' ? undefined : body);
}
