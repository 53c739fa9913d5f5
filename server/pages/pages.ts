import { createHash } from 'node:crypto';
import type { Request, RequestHandler, Response } from 'express';
import type { Logger } from 'pino';
import { notFoundPath, parameters } from '../../shared/paths.ts';
import { clientKey } from '../http/clientKey.ts';
import { isWithin, limitClient } from '../http/clientLimit.ts';
import { isRead } from '../http/readRequest.ts';
import { requestIdOf } from '../http/requestLog.ts';
import type { Headers, InlineTexts } from '../http/securityHeaders.ts';
import { type Answer, encode, send } from '../http/send.ts';
import { VisitorError } from '../lib/errors.ts';
import { inTime } from '../lib/inTime.ts';
import { pageAddresses } from './addresses.ts';
import type { Answers, Maker } from './answers.ts';
import type { RenderedPage, Situation } from './render.tsx';
import type { Renderer } from './renderer.ts';
import type { Resolve } from './resolve.ts';

type PolicyOf = (texts: InlineTexts) => Headers;

/** A page that is rendered for one visitor, and not kept. */
export type OwnPage = {
  readonly status: number;
  readonly address: string;
  readonly situation: Situation;
  /** When the answer must begin, as `performance.now()` tells it. */
  readonly deadline: number;
  /** Answers if too many pages wait to be rendered, or if rendering fails or takes too long. */
  readonly sendInstead: () => void;
};

export type SendOwnPage = (request: Request, response: Response, page: OwnPage) => Promise<void>;

function pageAnswer({ html, ...texts }: RenderedPage, policyOf: PolicyOf, status = 200, cache = 'no-cache'): Answer {
  return {
    status,
    headers: {
      ...policyOf(texts),
      'Cache-Control': cache,
      ETag: `W/"${createHash('sha256').update(html).digest('base64url')}"`,
      'Content-Type': 'text/html; charset=utf-8',
    },
    body: Buffer.from(html),
  };
}

/** What an address shows: `?order=` opens the dialog. */
function situationOf(address: string): Situation {
  const planId = new URLSearchParams(address.split('?')[1]).get(parameters.order);
  return planId ? { order: { planId } } : {};
}

/** Makes a page; `client`: the key of the client that waits for it. */
export function pageMaker({ renderPage }: Renderer, policyOf: PolicyOf) {
  return async (address: string, client?: string): Promise<Answer> => {
    const page = await renderPage(address, {
      situation: situationOf(address),
      ...(client !== undefined && { client }),
    });
    return pageAnswer(page, policyOf, address === notFoundPath ? 404 : 200);
  };
}

/** Makes the pages that can be kept, and the not-found page, by address. */
export function pageMakers(makePage: ReturnType<typeof pageMaker>): (readonly [address: string, Maker])[] {
  return [...pageAddresses, notFoundPath].map((address) => [address, () => makePage(address)]);
}

export type PagesOptions = {
  readonly answers: Answers;
  readonly renderer: Renderer;
  readonly resolve: Resolve;
  readonly policyOf: PolicyOf;
  readonly commonHeaders: Headers;
  readonly log: Logger;
  /** Pages with another query that each client gets in ten minutes. Beyond it, it gets the page without the query. */
  readonly queryLimit?: number;
};

/** The site's pages and files, for Express. */
export type Pages = ReturnType<typeof createPages>;

export function createPages({ queryLimit = 300, ...options }: PagesOptions) {
  const { answers, resolve } = options;
  const limitQueries = limitClient({
    limit: queryLimit,
    windowMs: 10 * 60 * 1000,
    standardHeaders: false,
    handler: (request, response) => response.redirect(303, request.path),
  });

  /** Answers with what an address has, whatever the request's own. */
  const sendAnswer =
    (address: string): RequestHandler =>
    async (request, response) =>
      send(await answers.get(address), request, response);

  const sendPage: RequestHandler = async (request, response, next) => {
    const resolved = resolve(request);
    if (!isRead(request) || (resolved.kind !== 'page' && resolved.kind !== 'file')) return next();
    const isReady = resolved.kind === 'file' || resolved.isReady;
    const address = resolved.kind === 'file' ? resolved.path : resolved.address;
    if (!isReady && !answers.known(address) && !(await isWithin(limitQueries, request, response))) return;
    send(await answers.get(address, clientKey(request)), request, response);
  };

  const redirectToPage: RequestHandler = (request, response, next) => {
    const resolved = resolve(request);
    if (!isRead(request) || resolved.kind !== 'misspelt') return next();
    response.redirect(308, resolved.path + request.url.slice(request.path.length));
  };

  return { sendAnswer, sendPage, redirectToPage, sendOwnPage: createSendOwnPage(options) };
}

function createSendOwnPage({ renderer, policyOf, commonHeaders, log }: PagesOptions): SendOwnPage {
  return async (request, response, { status, address, situation, deadline, sendInstead }) => {
    try {
      const rendering = renderer.renderPage(address, { situation, client: clientKey(request), isOwn: true });
      const page = await inTime(deadline - performance.now(), rendering);
      const answer = await encode(pageAnswer(page, policyOf, status, 'no-store'), commonHeaders);
      if (!response.closed) send(answer, request, response);
    } catch (error) {
      if (!(error instanceof VisitorError))
        log.error({ err: error, requestId: requestIdOf(response) }, 'page not rendered');
      if (!response.closed) sendInstead();
    }
  };
}
