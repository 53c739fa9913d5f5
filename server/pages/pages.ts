import path from 'node:path';
import type { Request, RequestHandler, Response } from 'express';
import type { Logger } from 'pino';
import type { SiteState } from '../../client/siteSlice.ts';
import { company } from '../../shared/company.ts';
import { notFoundPath } from '../../shared/paths.ts';
import type { Config } from '../config/config.ts';
import { clientKey, isWithin, limitClient } from '../http/clients.ts';
import { etagOf, fileMakers } from '../http/files.ts';
import { isRead, requestIdOf } from '../http/request.ts';
import { type Headers, pagePolicy, securityHeaders } from '../http/securityHeaders.ts';
import { type Answer, answerOf, send } from '../http/send.ts';
import { VisitorError } from '../lib/errors.ts';
import { inTime } from '../lib/inTime.ts';
import { createResolve, pageAddresses } from './addresses.ts';
import { chatFrame } from './chat.ts';
import { discoveryMakers } from './discovery.ts';
import { createRenderer } from './renderingParent.ts';
import type { Situation } from './renderPage.tsx';
import { createResponseCache } from './responseCache.ts';

export type PagesOptions = {
  readonly http: Config['http'];
  readonly hCaptchaSiteKey: string | undefined;
  /** The folder of the build. */
  readonly dist: string;
  /** If false, each request gets a new answer. */
  readonly keepsAnswers: boolean;
  readonly log: Logger;
};

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

/** The limit for each client on pages that are neither ready nor kept. Above it, the client is redirected to the path alone. */
const limitQueries = () =>
  limitClient({
    limit: 300,
    windowMs: 10 * 60 * 1000,
    standardHeaders: false,
    handler: (request, response) => response.redirect(303, request.path),
  });

/** The part of the page state that comes from the configuration. */
function siteStateOf(http: Config['http'], hCaptchaSiteKey: string | undefined): SiteState {
  const { publicOrigin, remoteSupportUrl, chatWidgetSource, sentryDsn } = http;
  return {
    publicOrigin,
    ...(remoteSupportUrl === company.remoteSupportUrl ? {} : { remoteSupportUrl }),
    ...(chatWidgetSource && { chatFrame: chatFrame(http) }),
    ...(hCaptchaSiteKey && { hCaptchaSiteKey }),
    ...(sentryDsn && { sentryDsn }),
  };
}

/** Renders pages in a child process, and makes their answers. */
function createPageMaker({ http, hCaptchaSiteKey, dist }: PagesOptions, commonHeaders: Headers) {
  const renderer = createRenderer({
    program: path.join(dist, 'server', 'rendering.cjs'),
    parameters: [JSON.stringify(siteStateOf(http, hCaptchaSiteKey))],
  });
  const policyOf = pagePolicy(http, hCaptchaSiteKey !== undefined);
  const make = async (status: number, cacheControl: string, ...page: Parameters<typeof renderer.renderPage>) => {
    const { html, ...texts } = await renderer.renderPage(...page);
    const headers = { ...commonHeaders, ...policyOf(texts), 'Cache-Control': cacheControl, ETag: etagOf(html) };
    return answerOf({ ...headers, 'Content-Type': 'text/html; charset=utf-8' }, Buffer.from(html), status);
  };
  return {
    /** Makes a page that is the same for all visitors. `client`: the key of the client that waits for the page. */
    makePage: (address: string, client?: string): Promise<Answer> =>
      make(address === notFoundPath ? 404 : 200, 'no-cache', address, { client }),
    makeOwnPage: ({ address, situation, status }: OwnPage, client: string): Promise<Answer> =>
      make(status, 'no-store', address, { situation, client, isOwn: true }),
    stop: renderer.stop,
  };
}

export type Pages = ReturnType<typeof createPages>;

/** Everything that says what an address is, and makes and sends its answer. */
export function createPages(options: PagesOptions) {
  const { http, dist, keepsAnswers, log } = options;
  const directories = {
    assets: path.join(dist, 'client', 'assets'),
    static: path.join(dist, '..', 'static'),
    documents: path.join(dist, 'documents'),
    share: path.join(dist, 'share'),
  };
  const commonHeaders = securityHeaders(http);
  const { makePage, makeOwnPage, stop } = createPageMaker(options, commonHeaders);
  const files = [...fileMakers(directories, commonHeaders), ...discoveryMakers(http.publicOrigin, commonHeaders)];
  const pages = [...pageAddresses, notFoundPath].map((address) => [address, () => makePage(address)] as const);
  const cache = createResponseCache({
    ready: new Map([...pages, ...files]),
    other: makePage,
    isKept: keepsAnswers,
    log,
  });
  const limit = limitQueries();

  const sendPage: RequestHandler = async (request, response, next) => {
    const { resolved } = response.locals;
    if (!isRead(request)) return next();
    if (resolved.kind === 'misspelt')
      return response.redirect(308, resolved.path + request.url.slice(request.path.length));
    if (resolved.kind !== 'answer') return next();
    const { address, isReady } = resolved;
    if (!isReady && !cache.known(address) && !(await isWithin(limit, request, response))) return;
    send(await cache.get(address, clientKey(request)), request, response);
  };

  /** Sends the answer of `address`, whatever address the request has. */
  const sendAnswer =
    (address: string): RequestHandler =>
    async (request, response) =>
      send(await cache.get(address), request, response);

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

  return {
    resolve: createResolve(
      http.chatOrigin,
      files.map(([file]) => file),
    ),
    ...{ cache, commonHeaders, directories, stop },
    ...{ sendPage, sendAnswer, sendNotFound: sendAnswer(notFoundPath), sendOwnPage },
  };
}
