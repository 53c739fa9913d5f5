import type { Request, RequestHandler, Response } from 'express';
import type { Logger } from 'pino';
import { notFoundPath, parameters } from '../../shared/paths.ts';
import { clientKey, isWithin, limitClient } from '../http/clients.ts';
import { etagOf } from '../http/files.ts';
import { isRead, requestIdOf } from '../http/request.ts';
import type { Headers, InlineTexts } from '../http/securityHeaders.ts';
import { type Answer, answerOf, send } from '../http/send.ts';
import { VisitorError } from '../lib/errors.ts';
import { inTime } from '../lib/inTime.ts';
import type { Resolve } from './addresses.ts';
import type { Answers } from './answers.ts';
import type { Page, Situation } from './render.tsx';
import type { Renderer } from './renderer.ts';

/** The situation that an address asks for: `?order=` opens the order dialog. */
function situationOf(address: string): Situation {
  const planId = new URLSearchParams(address.split('?')[1]).get(parameters.order);
  return planId ? { order: { planId } } : {};
}

/** A page for one visitor alone, with that visitor's own order. */
export type OwnPage = {
  readonly status: number;
  readonly address: string;
  readonly situation: Situation;
  /** The value of `performance.now()` at which the answer must begin. */
  readonly deadline: number;
  /** Answers if too many pages wait to be rendered, or if rendering fails or takes too long. */
  readonly sendInstead: () => void;
};

/** Creates the functions that make pages. `policyOf` returns the Content-Security-Policy of a page. */
export function createMakePages(
  { renderPage }: Renderer,
  commonHeaders: Headers,
  policyOf: (texts: InlineTexts) => Headers,
) {
  const pageAnswer = ({ html, ...texts }: Page, status: number, cacheControl: string): Promise<Answer> =>
    answerOf(
      {
        ...commonHeaders,
        ...policyOf(texts),
        'Cache-Control': cacheControl,
        ETag: etagOf(html),
        'Content-Type': 'text/html; charset=utf-8',
      },
      Buffer.from(html),
      status,
    );
  return {
    /** Makes a page that is the same for all visitors. `client`: the key of the client that waits for the page. */
    makePage: async (address: string, client?: string): Promise<Answer> => {
      const page = await renderPage(address, { situation: situationOf(address), client });
      return pageAnswer(page, address === notFoundPath ? 404 : 200, 'no-cache');
    },
    makeOwnPage: async ({ address, situation, status }: OwnPage, client: string): Promise<Answer> =>
      pageAnswer(await renderPage(address, { situation, client, isOwn: true }), status, 'no-store'),
  };
}

/** The limit for each client on pages that are neither ready nor kept. Above it, the client is redirected to the path alone. */
const queryLimit = { limit: 300, windowMs: 10 * 60 * 1000 } as const;

/** The functions by which Express sends pages and files. */
export type Pages = ReturnType<typeof createPages>;

export function createPages(
  answers: Answers,
  resolve: Resolve,
  makeOwnPage: (page: OwnPage, client: string) => Promise<Answer>,
  log: Logger,
) {
  const limitQueries = limitClient({
    ...queryLimit,
    standardHeaders: false,
    handler: (request, response) => response.redirect(303, request.path),
  });

  const sendPage: RequestHandler = async (request, response, next) => {
    const resolved = resolve(request);
    if (!isRead(request)) return next();
    if (resolved.kind === 'misspelt')
      return response.redirect(308, resolved.path + request.url.slice(request.path.length));
    if (resolved.kind !== 'answer') return next();
    const { address, isReady } = resolved;
    if (!isReady && !answers.known(address) && !(await isWithin(limitQueries, request, response))) return;
    send(await answers.get(address, clientKey(request)), request, response);
  };

  /** Sends the answer of `address`, whatever address the request has. */
  const sendAnswer =
    (address: string): RequestHandler =>
    async (request, response) =>
      send(await answers.get(address), request, response);

  const sendOwnPage = async (request: Request, response: Response, page: OwnPage): Promise<void> => {
    try {
      const answer = await inTime(page.deadline - performance.now(), makeOwnPage(page, clientKey(request)));
      if (!response.closed) send(answer, request, response);
    } catch (error) {
      if (!(error instanceof VisitorError))
        log.error({ err: error, requestId: requestIdOf(response) }, 'page not rendered');
      if (!response.closed) page.sendInstead();
    }
  };

  return { sendPage, sendAnswer, sendNotFound: sendAnswer(notFoundPath), sendOwnPage };
}
