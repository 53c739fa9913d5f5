import type { Request, RequestHandler, Response } from 'express';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import { notFoundPath, parameters } from '../../shared/paths.ts';
import { clientKey } from '../http/clientKey.ts';
import { isWithin, limitClient } from '../http/clientLimit.ts';
import { contentCodingFor } from '../http/contentCoding.ts';
import { isRead } from '../http/readRequest.ts';
import { requestIdOf } from '../http/requestLog.ts';
import type { Answer, Maker } from '../http/responseCache.ts';
import type { Headers, InlineTexts } from '../http/securityHeaders.ts';
import { inTime } from '../lib/inTime.ts';
import { pageAddresses } from './addresses.ts';
import { sendBusy } from './plainPages.ts';
import type { Situation } from './render.tsx';
import type { PageKind, Renderer } from './renderer.ts';
import type { EncodedPage } from './rendering.ts';
import type { Resolve } from './resolve.ts';

/** A page that is rendered for one visitor, and not cached. */
export type OwnPage = {
  readonly kind: PageKind;
  readonly status: number;
  readonly address: string;
  readonly situation: Situation;
  /** When the answer must begin, as `performance.now()` tells it. */
  readonly deadline: number;
  /** Answers if too many pages wait to be rendered, or if rendering fails or takes too long. */
  readonly sendInstead: () => void;
};

export type SendOwnPage = (request: Request, response: Response, page: OwnPage) => Promise<void>;

/** The site's pages, for Express. */
export type Pages = {
  /** Make the pages that can be kept, and the not-found page, by address. */
  readonly makers: readonly (readonly [address: string, Maker])[];
  /** Answers with a page that has another query: of these there are too many to keep. */
  readonly sendPage: RequestHandler;
  /** Redirects to a page from its path in another letter case or with a trailing slash. */
  readonly redirectToPage: RequestHandler;
  readonly sendOwnPage: SendOwnPage;
};

export type PagesOptions = {
  readonly renderer: Renderer;
  readonly resolve: Resolve;
  /** The Content-Security-Policy of a page with these inline scripts and styles. */
  readonly policyOf: (texts: InlineTexts) => Headers;
  readonly log: Logger;
  /** Pages with another query that each client gets in ten minutes. Beyond it, it gets the page without the query. */
  readonly queryLimit?: number;
};

/** The most pages with a query that are kept, at about 15 KB each, or 150 KB without a content coding. */
const maxKept = 50;

function pageAnswer(
  { inlineScripts, inlineStyles, coding, body, etag }: EncodedPage,
  policyOf: PagesOptions['policyOf'],
  cacheControl = 'no-cache',
): Answer {
  return {
    headers: {
      ...policyOf({ inlineScripts, inlineStyles }),
      'Cache-Control': cacheControl,
      ETag: etag,
      'Content-Type': 'text/html; charset=utf-8',
      Vary: 'Accept-Encoding',
      ...(coding !== 'identity' && { 'Content-Encoding': coding }),
    },
    body,
  };
}

function send(response: Response, { headers, body }: Answer): void {
  response.set(headers).send(body);
}

/** Makes the page at an address; without a content coding, because it is compressed as well as possible. */
function createMaker({ renderer, policyOf }: PagesOptions, address: string, status: number): Maker {
  return async () => {
    const wanted = {
      kind: 'ready',
      address,
      situation: situationOf(address),
      coding: 'identity',
      isWanted: () => true,
    } as const;
    const page = await renderer.render(wanted);
    if (!page) throw new Error('It is wanted, but was not rendered');
    return { status, ...pageAnswer(page, policyOf) };
  };
}

function situationOf(address: string): Situation {
  const planId = new URLSearchParams(address.split('?')[1]).get(parameters.order);
  return planId ? { order: { planId } } : {};
}

function createSendPage({ renderer, resolve, policyOf, queryLimit = 300 }: PagesOptions): RequestHandler {
  /** By year, content coding and address: the copyright line has the year. */
  const kept = new LRUCache<string, Answer>({ max: maxKept });
  const limitQueries = limitClient({
    limit: queryLimit,
    windowMs: 10 * 60 * 1000,
    standardHeaders: false,
    handler: (request, response) => response.redirect(303, request.path),
  });
  return async (request, response, next) => {
    const resolved = resolve(request);
    if (!isRead(request) || resolved.kind !== 'page') return next();
    const { address } = resolved;
    const coding = contentCodingFor(request);
    const key = `${new Date().getFullYear()} ${coding} ${address}`;
    const known = kept.get(key);
    if (known) return send(response, known);
    const client = clientKey(request);
    if (!renderer.hasRoom('query', client)) return sendBusy(response);
    if (!(await isWithin(limitQueries, request, response))) return;
    const isWanted = () => !response.closed;
    const page = await renderer.render({
      kind: 'query',
      client,
      address,
      situation: situationOf(address),
      coding,
      isWanted,
    });
    if (!page) return;
    const answer = pageAnswer(page, policyOf);
    kept.set(key, answer);
    send(response, answer);
  };
}

function createSendOwnPage({ renderer, policyOf, log }: PagesOptions): SendOwnPage {
  return async (request, response, { kind, status, address, situation, deadline, sendInstead }) => {
    const client = clientKey(request);
    if (!renderer.hasRoom(kind, client)) return sendInstead();
    const isWanted = () => !response.closed && performance.now() < deadline;
    const coding = contentCodingFor(request);
    try {
      const rendering = renderer.render({ kind, client, address, situation, coding, isWanted });
      const page = await inTime(deadline - performance.now(), rendering);
      if (page) return send(response.status(status), pageAnswer(page, policyOf, 'no-store'));
    } catch (error) {
      log.error({ err: error, requestId: requestIdOf(response) }, 'page not rendered');
    }
    if (!response.closed) sendInstead();
  };
}

export function createPages(options: PagesOptions): Pages {
  return {
    makers: [
      ...pageAddresses.map((address) => [address, createMaker(options, address, 200)] as const),
      [notFoundPath, createMaker(options, notFoundPath, 404)],
    ],
    sendPage: createSendPage(options),
    redirectToPage: (request, response, next) => {
      const resolved = options.resolve(request);
      if (!isRead(request) || resolved.kind !== 'misspelt') return next();
      response.redirect(308, resolved.path + request.url.slice(request.path.length));
    },
    sendOwnPage: createSendOwnPage(options),
  };
}
