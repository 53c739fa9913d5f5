import { once } from 'node:events';
import { createServer, get, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import fresh from 'fresh';
import type { Logger } from 'pino';
import { contentCodingFor } from './contentCoding.ts';
import { requestIdHeader, requestIdOf } from './requestLog.ts';
import { isRead } from './requestTarget.ts';

export type ResponseCacheOptions = {
  /** Makes the answers. */
  readonly app: RequestListener;
  /** The Host header of the requests that fill the cache. */
  readonly host: string;
  /** The addresses (path and query) to cache. Others are not cached, so no client can make the cache grow. */
  readonly addresses: readonly string[];
  /** The one of `addresses` that a request asks for; undefined: the application answers. */
  readonly addressOf: (request: IncomingMessage) => string | undefined;
  readonly log: Logger;
};

export type ResponseCache = {
  /** Answers from memory, or else through the application. */
  readonly listener: RequestListener;
  /** Requests every address from the application, replaces the cached answers, then compresses each at best quality. */
  readonly fill: () => Promise<void>;
};

/** A body in one content coding, and its headers as `writeHead` takes them: names and values in turn. */
type Variant = { readonly body: Buffer; readonly head: readonly string[] };

type Entry = {
  readonly validators: { readonly etag?: string; readonly 'last-modified'?: string };
  readonly notModified: readonly string[];
  readonly identity: Variant;
  br?: Variant;
  gzip?: Variant;
};

/** Header fields that belong to one connection or one request: https://www.rfc-editor.org/rfc/rfc9110#section-7.6.1 */
const ownFields = new Set([
  'connection',
  'content-length',
  'date',
  'keep-alive',
  'transfer-encoding',
  requestIdHeader.toLowerCase(),
]);
/** Left out of a 304: https://www.rfc-editor.org/rfc/rfc9110#section-15.4.5 */
const representationFields = new Set(['content-type', 'last-modified']);

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

/** Caches an application's answers to GET requests for known addresses, if the status is 200 and not `no-store`. */
export function createResponseCache({ app, host, addresses, addressOf, log }: ResponseCacheOptions): ResponseCache {
  const entries = new Map<string, Entry>();
  const loading = new Map<string, Promise<Entry | undefined>>();
  const loopback = createServer(app);
  let listening: Promise<unknown> | undefined;
  let users = 0;

  /** Keeps the loopback server listening while `use` runs. */
  const whileListening = async <Result>(use: () => Promise<Result>): Promise<Result> => {
    users += 1;
    try {
      listening ??= once(loopback.listen(0, '127.0.0.1').unref(), 'listening');
      await listening;
      return await use();
    } finally {
      users -= 1;
      if (users === 0) {
        loopback.close();
        listening = undefined;
      }
    }
  };

  /** Requests an address from the application. Undefined: its answer may not be cached. */
  const ask = async (address: string): Promise<Entry | undefined> => {
    const { port } = loopback.address() as AddressInfo;
    const [response] = (await once(
      get({ port, host: '127.0.0.1', path: address, headers: { Host: host } }),
      'response',
    )) as [IncomingMessage];
    const body = await buffer(response);
    if (response.statusCode !== 200 || response.headers['cache-control'] === 'no-store') return undefined;
    const entry = entryOf(response, body);
    await compress(entry, 'fast');
    entries.set(address, entry);
    return entry;
  };

  /** Concurrent requests for one address wait for the same answer. */
  const load = (address: string): Promise<Entry | undefined> => {
    const underWay = loading.get(address);
    if (underWay) return underWay;
    const loaded = whileListening(() => ask(address))
      .catch((error: unknown) => {
        log.error({ err: error, address }, 'answer not loaded');
        return undefined;
      })
      .finally(() => loading.delete(address));
    loading.set(address, loaded);
    return loaded;
  };

  const listener: RequestListener = async (request, response) => {
    const address = isRead(request) ? addressOf(request) : undefined;
    if (address === undefined) return app(request, response);
    const entry = entries.get(address) ?? (await load(address));
    if (entry) send(entry, request, response);
    else app(request, response);
  };

  return {
    listener,
    fill: async () => {
      await whileListening(async () => {
        for (const address of addresses) await load(address);
      });
      log.info({ addresses: entries.size }, 'response cache filled');
      for (const entry of entries.values()) await compress(entry, 'best');
      log.info({ addresses: entries.size }, 'response cache compressed');
    },
  };
}

function entryOf({ headers, rawHeaders }: IncomingMessage, body: Buffer): Entry {
  const head: string[] = [];
  const notModified: string[] = [];
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const [name = '', value = ''] = rawHeaders.slice(index, index + 2);
    if (ownFields.has(name.toLowerCase())) continue;
    head.push(name, value);
    if (!representationFields.has(name.toLowerCase())) notModified.push(name, value);
  }
  const { etag, 'last-modified': lastModified } = headers;
  return {
    validators: { ...(etag ? { etag } : {}), ...(lastModified ? { 'last-modified': lastModified } : {}) },
    notModified,
    identity: { body, head: [...head, 'Content-Length', String(body.length)] },
  };
}

const qualities = { fast: { br: 4, gzip: 4 }, best: { br: 11, gzip: 9 } } as const;

/** Adds the compressed bodies if the answer has `Vary: Accept-Encoding`. `best` takes about 100 ms a page. */
async function compress(entry: Entry, quality: keyof typeof qualities): Promise<void> {
  const { body, head } = entry.identity;
  if (!isNegotiated(head)) return;
  const { br, gzip: level } = qualities[quality];
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: br,
    [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
  };
  entry.br = variant(head, await compressBrotli(body, { params }), 'br');
  entry.gzip = variant(head, await compressGzip(body, { level }), 'gzip');
}

function isNegotiated(head: readonly string[]): boolean {
  const vary = head.findIndex((name, index) => index % 2 === 0 && name.toLowerCase() === 'vary');
  return vary >= 0 && /accept-encoding/i.test(head[vary + 1] ?? '');
}

function variant(identityHead: readonly string[], body: Uint8Array, coding: string): Variant {
  const head = identityHead.slice(0, identityHead.indexOf('Content-Length'));
  return {
    body: Buffer.from(body),
    head: [...head, 'Content-Encoding', coding, 'Content-Length', String(body.length)],
  };
}

function send(entry: Entry, request: IncomingMessage, response: ServerResponse): void {
  if (fresh(request.headers, entry.validators)) {
    response.writeHead(304, [requestIdHeader, requestIdOf(response), ...entry.notModified]).end();
    return;
  }
  const { body, head } = entry[contentCodingFor(request)] ?? entry.identity;
  response.writeHead(200, [requestIdHeader, requestIdOf(response), ...head]);
  response.end(request.method === 'HEAD' ? undefined : body);
}
