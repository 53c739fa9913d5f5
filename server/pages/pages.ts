import type { Request, RequestHandler, Response } from 'express';
import type { Logger } from 'pino';
import { notFoundPath, parameters } from '../../shared/paths.ts';
import { clientKey } from '../http/clientKey.ts';
import { isWithin, limitClient } from '../http/clientLimit.ts';
import { type ContentCoding, contentCodingFor } from '../http/contentCoding.ts';
import { requestIdOf } from '../http/requestLog.ts';
import { isRead } from '../http/requestTarget.ts';
import type { InlineTexts, Middleware } from '../http/securityHeaders.ts';
import { inTime } from '../lib/inTime.ts';
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
  /** Answers with a page that only its address decides. */
  readonly sendPage: RequestHandler;
  /** Redirects to a page from its path in another letter case or with a trailing slash. */
  readonly redirectToPage: RequestHandler;
  /** Answers with the not-found page. */
  readonly sendNotFound: RequestHandler;
  readonly sendOwnPage: SendOwnPage;
  /** Pages are rendered again for the next request. */
  readonly forget: () => void;
};

export type PagesOptions = {
  readonly renderer: Renderer;
  readonly resolve: Resolve;
  /** The Content-Security-Policy of a page with these inline scripts and styles. */
  readonly policyOf: (texts: InlineTexts) => Middleware;
  readonly log: Logger;
  /** Pages with another query that each client gets in ten minutes. Beyond it, it gets the page without the query. */
  readonly queryLimit?: number;
};

type ReadyPage = Pick<EncodedPage, 'coding' | 'body' | 'etag'> & { readonly setPolicy: Middleware };

type KeptPages = ReturnType<typeof createKeptPages>;

/** The most pages with a query that are kept, at about 15 KB each, or 150 KB without a content coding. */
const maxKept = 50;

/** The middleware that sets a policy calls this when it has. */
function noError(error?: unknown): void {
  if (error) throw error;
}

function send(request: Request, response: Response, { coding, body, etag, setPolicy }: ReadyPage): void {
  setPolicy(request, response, noError);
  if (coding !== 'identity') response.set('Content-Encoding', coding);
  response.set('ETag', etag).vary('Accept-Encoding').type('html').send(body);
}

function sendUncached(request: Request, response: Response, page: ReadyPage): void {
  send(request, response.set('Cache-Control', 'no-cache'), page);
}

/** The latest pages with a query, by content coding and address. */
function createKeptPages() {
  const kept = new Map<string, ReadyPage>();
  const keep = (key: string, page: ReadyPage): void => {
    kept.delete(key);
    kept.set(key, page);
    const [oldest] = kept.keys();
    if (oldest !== undefined && kept.size > maxKept) kept.delete(oldest);
  };
  return {
    keep,
    find: (key: string): ReadyPage | undefined => {
      const page = kept.get(key);
      if (page) keep(key, page);
      return page;
    },
    clear: () => kept.clear(),
  };
}

/** The not-found page is rendered once, since a client can request any number of unknown paths. */
function createNotFoundPage({ renderer, policyOf }: PagesOptions) {
  const notFound = new Map<ContentCoding, Promise<ReadyPage | undefined>>();
  const render = async (coding: ContentCoding): Promise<ReadyPage | undefined> => {
    const wanted = { kind: 'ready', address: notFoundPath, situation: {}, coding, isWanted: () => true } as const;
    const page = await renderer.render(wanted);
    return page && readyPage(page, policyOf);
  };
  return {
    find: (coding: ContentCoding): Promise<ReadyPage | undefined> => {
      const rendering = notFound.get(coding) ?? render(coding);
      notFound.set(coding, rendering);
      return rendering.catch((error: unknown) => {
        notFound.delete(coding);
        throw error;
      });
    },
    clear: () => notFound.clear(),
  };
}

function readyPage(
  { inlineScripts, inlineStyles, ...page }: EncodedPage,
  policyOf: PagesOptions['policyOf'],
): ReadyPage {
  return { ...page, setPolicy: policyOf({ inlineScripts, inlineStyles }) };
}

function createSendPage(
  { renderer, resolve, policyOf, queryLimit = 300 }: PagesOptions,
  kept: KeptPages,
): RequestHandler {
  const limitQueries = limitClient({
    limit: queryLimit,
    windowMs: 10 * 60 * 1000,
    standardHeaders: false,
    handler: (request, response) => response.redirect(303, request.path),
  });
  return async (request, response, next) => {
    const resolved = resolve(request);
    if (!isRead(request) || resolved.kind !== 'page') return next();
    const { address, isReady } = resolved;
    const coding = contentCodingFor(request);
    const key = `${coding} ${address}`;
    const known = kept.find(key);
    if (known) return sendUncached(request, response, known);
    const client = clientKey(request);
    if (!isReady && !renderer.hasRoom('query', client)) return sendBusy(response);
    if (!isReady && !(await isWithin(limitQueries, request, response))) return;
    const planId = new URLSearchParams(address.split('?')[1]).get(parameters.order);
    const page = await renderer.render({
      kind: isReady ? 'ready' : 'query',
      client,
      address,
      situation: planId ? { order: { planId } } : {},
      coding,
      isWanted: () => !response.closed,
    });
    if (!page) return;
    const rendered = readyPage(page, policyOf);
    if (!isReady) kept.keep(key, rendered);
    sendUncached(request, response, rendered);
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
      if (page)
        return send(request, response.status(status).set('Cache-Control', 'no-store'), readyPage(page, policyOf));
    } catch (error) {
      log.error({ err: error, requestId: requestIdOf(response) }, 'page not rendered');
    }
    if (!response.closed) sendInstead();
  };
}

export function createPages(options: PagesOptions): Pages {
  const kept = createKeptPages();
  const notFound = createNotFoundPage(options);
  return {
    sendPage: createSendPage(options, kept),
    redirectToPage: (request, response, next) => {
      const resolved = options.resolve(request);
      if (!isRead(request) || resolved.kind !== 'misspelt') return next();
      response.redirect(308, resolved.path + request.url.slice(request.path.length));
    },
    sendNotFound: async (request, response) => {
      const page = await notFound.find(contentCodingFor(request));
      if (page) sendUncached(request, response.status(404), page);
    },
    sendOwnPage: createSendOwnPage(options),
    forget: () => {
      notFound.clear();
      kept.clear();
    },
  };
}
