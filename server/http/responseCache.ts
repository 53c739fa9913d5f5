import type { IncomingMessage, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, gunzipSync, gzip } from 'node:zlib';
import type { RequestHandler } from 'express';
import fresh from 'fresh';
import pLimit from 'p-limit';
import type { Logger } from 'pino';
import { type ContentCoding, contentCodingFor } from './contentCoding.ts';
import { requestIdHeader, requestIdOf } from './requestLog.ts';
import { isRead } from './requestTarget.ts';
import type { Headers } from './securityHeaders.ts';

/** An answer to GET that is the same for everybody; `headers` are those that only this answer has. */
export type Answer = {
  /** 200, unless given. */
  readonly status?: number;
  readonly headers: Headers;
  readonly body: Uint8Array;
};

export type Maker = () => Promise<Answer>;

export type ResponseCacheOptions = {
  /** By address (path and query): what makes its answer. Others are not kept, so no client can make the memory grow. */
  readonly makers: ReadonlyMap<string, Maker>;
  /** The one of the addresses that a request asks for; undefined: the other routes answer. */
  readonly addressOf: (request: IncomingMessage) => string | undefined;
  /** The headers of every answer. */
  readonly commonHeaders: Headers;
  /** False: every request has its answer made. */
  readonly isEnabled: boolean;
  readonly log: Logger;
};

/** The answers that depend on nothing but the address: pages, assets, icons and what search engines read. */
export type ResponseCache = {
  readonly middleware: RequestHandler;
  /** Answers with what an address has, whatever the request's own. */
  readonly send: (address: string) => RequestHandler;
  /** Makes every answer, then compresses each at best quality. */
  readonly fill: () => Promise<void>;
};

/** A body that compresses well is kept in two content codings alone: as it is, it would be most of the memory in use. */
type Bodies = { readonly identity: Uint8Array } | { readonly br: Uint8Array; readonly gzip: Uint8Array };

type Entry = {
  /** When its making began: a page's copyright line has the year. */
  readonly year: number;
  readonly status: number;
  readonly etag: string | undefined;
  /** As `writeHead` takes them: names and values in turn. A 304 has those of the first alone. */
  readonly headers: readonly string[];
  readonly contentType: readonly string[];
  bodies: Bodies;
};

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);
const qualities = { fast: { br: 4, gzip: 4 }, best: { br: 11, gzip: 9 } } as const;

function thisYear(): number {
  return new Date().getFullYear();
}

/** A body in the content codings, or as it is if they would hardly be smaller. `best` takes about 100 ms a page. */
async function compressed(body: Uint8Array, quality: keyof typeof qualities): Promise<Bodies> {
  const { br: brotliQuality, gzip: level } = qualities[quality];
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: brotliQuality,
    [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
  };
  const br = await compressBrotli(body, { params });
  return br.length > 0.9 * body.length ? { identity: body } : { br, gzip: await compressGzip(body, { level }) };
}

/** Takes 0.3 ms for a page without a content coding, which few ask for. */
function bodyIn(bodies: Bodies, coding: ContentCoding): Uint8Array {
  if ('identity' in bodies) return bodies.identity;
  return coding === 'identity' ? gunzipSync(bodies.gzip) : bodies[coding];
}

function send(entry: Entry, request: IncomingMessage, response: ServerResponse): void {
  const { status, etag, bodies } = entry;
  const headers = [requestIdHeader, requestIdOf(response), ...entry.headers];
  if (status === 200 && fresh(request.headers, etag ? { etag } : {})) {
    response.writeHead(304, headers).end();
    return;
  }
  const coding = 'br' in bodies ? contentCodingFor(request) : 'identity';
  const body = bodyIn(bodies, coding);
  if (coding !== 'identity') headers.push('Content-Encoding', coding);
  headers.push(...entry.contentType, 'Content-Length', String(body.length));
  response.writeHead(status, headers).end(request.method === 'HEAD' ? undefined : body);
}

/** Keeps status, headers and bodies of each answer until the year ends. */
export function createResponseCache(options: ResponseCacheOptions): ResponseCache {
  const { makers, addressOf, commonHeaders, isEnabled, log } = options;
  const entries = new Map<string, Entry>();
  const loading = new Map<string, Promise<Entry>>();
  /** `fill` is first; the compression at best quality waits for its end. */
  const inTurn = pLimit(1);

  const make = async (address: string): Promise<Entry> => {
    const maker = makers.get(address);
    if (!maker) throw new Error(`Nothing makes ${address}`);
    const year = thisYear();
    const { status = 200, headers, body } = await maker();
    const { 'Content-Type': type = '', ...others } = headers;
    const bodies = await compressed(body, 'fast');
    const entry: Entry = {
      year,
      status,
      etag: headers.ETag,
      headers: Object.entries({
        ...commonHeaders,
        ...others,
        ...('br' in bodies && { Vary: 'Accept-Encoding' }),
      }).flat(),
      contentType: ['Content-Type', type],
      bodies,
    };
    if (!isEnabled) return entry;
    entries.set(address, entry);
    if ('br' in bodies)
      void inTurn(async () => {
        entry.bodies = await compressed(body, 'best');
      });
    return entry;
  };

  const find = (address: string): Entry | undefined => {
    const entry = entries.get(address);
    return entry?.year === thisYear() ? entry : undefined;
  };

  /** Concurrent requests for one address wait for the same answer. */
  const load = (address: string): Promise<Entry> => {
    const underWay = loading.get(address);
    if (underWay) return underWay;
    const loaded = make(address).finally(() => loading.delete(address));
    loading.set(address, loaded);
    return loaded;
  };

  const answer = async (address: string, request: IncomingMessage, response: ServerResponse): Promise<void> =>
    send(find(address) ?? (await load(address)), request, response);

  return {
    middleware: (request, response, next) => {
      const address = isRead(request) ? addressOf(request) : undefined;
      return address === undefined ? next() : answer(address, request, response);
    },
    send: (address) => (request, response) => answer(address, request, response),
    fill: async () => {
      await inTurn(async () => {
        for (const address of makers.keys())
          await load(address).catch((error: unknown) => log.error({ err: error, address }, 'answer not loaded'));
        log.info({ addresses: entries.size }, 'response cache filled');
      });
      await inTurn(() => log.info({ addresses: entries.size }, 'response cache compressed'));
    },
  };
}
