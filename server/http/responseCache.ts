import type { IncomingMessage, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { RequestHandler } from 'express';
import fresh from 'fresh';
import pLimit from 'p-limit';
import type { Logger } from 'pino';
import { contentCodingFor } from './contentCoding.ts';
import { isRead } from './readRequest.ts';
import { requestIdHeader, requestIdOf } from './requestLog.ts';
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
  /** Calls `next` for other requests, and for an answer that cannot be made. */
  readonly middleware: (request: IncomingMessage, response: ServerResponse, next: () => void) => void;
  /** Answers with what an address has, whatever the request's own. */
  readonly send: (address: string) => RequestHandler;
  /** Makes every answer, then compresses each at best quality. A new year does so too. */
  readonly fill: () => Promise<void>;
};

type Bodies = { readonly identity: Uint8Array; readonly br?: Uint8Array; readonly gzip?: Uint8Array };

type Entry = {
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

/** A body in all content codings, or alone if they would hardly be smaller. `best` takes about 100 ms a page. */
async function compressed(body: Uint8Array, quality: keyof typeof qualities): Promise<Bodies> {
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

async function entryOf({ status = 200, headers, body }: Answer, commonHeaders: Headers): Promise<Entry> {
  const { 'Content-Type': type = '', ...others } = headers;
  const bodies = await compressed(body, 'fast');
  const vary = bodies.br && { Vary: 'Accept-Encoding' };
  return {
    status,
    etag: headers.ETag,
    headers: Object.entries({ ...commonHeaders, ...others, ...vary }).flat(),
    contentType: ['Content-Type', type],
    bodies,
  };
}

function send(entry: Entry, request: IncomingMessage, response: ServerResponse): void {
  const { status, etag, bodies } = entry;
  const headers = [requestIdHeader, requestIdOf(response), ...entry.headers];
  if (status === 200 && fresh(request.headers, etag ? { etag } : {})) {
    response.writeHead(304, headers).end();
    return;
  }
  const coding = bodies.br ? contentCodingFor(request) : 'identity';
  const body = bodies[coding] ?? bodies.identity;
  if (coding !== 'identity') headers.push('Content-Encoding', coding);
  headers.push(...entry.contentType, 'Content-Length', String(body.length));
  response.writeHead(status, headers).end(request.method === 'HEAD' ? undefined : body);
}

/** Keeps status, headers and bodies of each answer until the year ends. */
export function createResponseCache(options: ResponseCacheOptions): ResponseCache {
  const { makers, addressOf, commonHeaders, isEnabled, log } = options;
  const entries = new Map<string, Entry>();
  const loading = new Map<string, Promise<Entry | undefined>>();
  /** `fill` is first; the compression at best quality waits for its end. */
  const inTurn = pLimit(1);
  let year = thisYear();

  const make = async (address: string): Promise<Entry> => {
    const maker = makers.get(address);
    if (!maker) throw new Error(`Nothing makes ${address}`);
    const begun = thisYear();
    const answer = await maker();
    const entry = await entryOf(answer, commonHeaders);
    if (!isEnabled || begun !== thisYear()) return entry;
    entries.set(address, entry);
    if (entry.bodies.br)
      void inTurn(async () => {
        entry.bodies = await compressed(answer.body, 'best');
      });
    return entry;
  };

  /** Concurrent requests for one address wait for the same answer. Undefined: it cannot be made. */
  const load = (address: string): Promise<Entry | undefined> => {
    const underWay = loading.get(address);
    if (underWay) return underWay;
    const loaded = make(address)
      .catch((error: unknown) => {
        log.error({ err: error, address }, 'answer not loaded');
        return undefined;
      })
      .finally(() => loading.delete(address));
    loading.set(address, loaded);
    return loaded;
  };

  const fill = async (): Promise<void> => {
    if (!isEnabled) return;
    await inTurn(async () => {
      for (const address of makers.keys()) await load(address);
      log.info({ addresses: entries.size }, 'response cache filled');
    });
    await inTurn(() => log.info({ addresses: entries.size }, 'response cache compressed'));
  };

  /** Forgets all in a new year, because a page's copyright line has the year. */
  const find = (address: string): Entry | undefined => {
    if (year !== thisYear()) {
      year = thisYear();
      entries.clear();
      void fill();
    }
    return entries.get(address);
  };

  return {
    middleware: async (request, response, next) => {
      const address = isRead(request) ? addressOf(request) : undefined;
      const entry = address === undefined ? undefined : (find(address) ?? (await load(address)));
      if (entry) send(entry, request, response);
      else next();
    },
    send: (address) => async (request, response) => {
      const entry = find(address) ?? (await load(address));
      if (!entry) throw new Error(`${address} cannot be made`);
      send(entry, request, response);
    },
    fill,
  };
}
