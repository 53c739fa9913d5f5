import path from 'node:path';
import type { Request, RequestHandler, Response } from 'express';
import type { Logger } from 'pino';
import type { SiteState } from '../../client/store.ts';
import { company } from '../../shared/company.ts';
import { notFoundPath } from '../../shared/paths.ts';
import type { Config } from '../config/config.ts';
import { clientKey, isWithin, limitClient } from '../http/clients.ts';
import { etagOf, fileMakers, fileRoutes } from '../http/files.ts';
import { isRead, requestIdOf } from '../http/request.ts';
import { pagePolicy, securityHeaders } from '../http/securityHeaders.ts';
import { type PreparedResponse, prepareResponse, send } from '../http/send.ts';
import { VisitorError } from '../lib/errors.ts';
import { minute } from '../lib/times.ts';
import { withTimeout } from '../lib/withTimeout.ts';
import { createResolve, pageAddresses } from './addresses.ts';
import { chatFrame } from './chat.ts';
import { discoveryMakers } from './discovery.ts';
import { createRenderer, type RenderOptions } from './renderingParent.ts';
import type { Situation } from './renderPage.tsx';
import { createResponseCache } from './responseCache.ts';

export type PagesOptions = {
  readonly http: Config['http'];
  readonly hCaptchaSiteKey: string | undefined;
  /** The folder of the build. */
  readonly dist: string;
  /** If false, each request gets a new response. */
  readonly cachesResponses: boolean;
  readonly log: Logger;
};

/** A page for one visitor alone, with that visitor's own order. */
export type OwnPage = {
  readonly status: number;
  readonly address: string;
  readonly situation: Situation;
  /** The value of `performance.now()` at which the response must begin. */
  readonly deadline: number;
};

/** The part of the page state that comes from the configuration. */
function siteStateOf(http: Config['http'], hCaptchaSiteKey: string | undefined): SiteState {
  return {
    publicOrigin: http.publicOrigin,
    ...(http.remoteSupportUrl !== company.remoteSupportUrl && { remoteSupportUrl: http.remoteSupportUrl }),
    ...(http.chatWidgetSource && { chatFrame: chatFrame(http) }),
    ...(hCaptchaSiteKey && { hCaptchaSiteKey }),
    ...(http.sentryDsn && { sentryDsn: http.sentryDsn }),
  };
}

export type Pages = ReturnType<typeof createPages>;

/** Everything that says what an address is, and makes and sends its response. */
export function createPages({ http, hCaptchaSiteKey, dist, cachesResponses, log }: PagesOptions) {
  const commonHeaders = securityHeaders(http);
  const policyOf = pagePolicy(http, hCaptchaSiteKey !== undefined);
  const siteState = JSON.stringify(siteStateOf(http, hCaptchaSiteKey));
  const renderer = createRenderer(path.join(dist, 'server', 'rendering.cjs'), [siteState]);
  const render = async (status: number, cacheControl: string, address: string, options: RenderOptions) => {
    const { html, ...texts } = await renderer.renderPage(address, options);
    const headers = { ...commonHeaders, ...policyOf(texts), 'Cache-Control': cacheControl, ETag: etagOf(html) };
    return prepareResponse({ ...headers, 'Content-Type': 'text/html; charset=utf-8' }, Buffer.from(html), status);
  };
  /** Makes a page that is the same for all visitors. `client`: the key of the client that waits for the page. */
  const makePage = (address: string, client?: string): Promise<PreparedResponse> =>
    render(address === notFoundPath ? 404 : 200, 'no-cache', address, { client });
  const files = [...fileMakers(dist, commonHeaders), ...discoveryMakers(http.publicOrigin, commonHeaders)];
  const pages = [...pageAddresses, notFoundPath].map((address) => [address, () => makePage(address)] as const);
  const prerendered = new Map([...pages, ...files]);
  const cache = createResponseCache({ prerendered, render: makePage, isEnabled: cachesResponses, log });
  // The limit for each client on pages that are neither prerendered nor cached. Above it, the client is redirected to the path alone.
  const limit = limitClient({
    limit: 300,
    windowMs: 10 * minute,
    standardHeaders: false,
    handler: (request, response) => response.redirect(303, request.path),
  });

  /** Sends the response of `address`, whatever address the request has. */
  const sendCached = async (address: string, request: Request, response: Response): Promise<void> =>
    send(await cache.get(address, clientKey(request)), request, response);

  const sendContent: RequestHandler = async (request, response, next) => {
    const { resolved } = request;
    if (!isRead(request)) return next();
    if (resolved.kind === 'misspelt')
      return response.redirect(308, resolved.path + request.url.slice(request.path.length));
    if (resolved.kind !== 'content') return next();
    const { address, isPrerendered } = resolved;
    if (isPrerendered || cache.peek(address) || (await isWithin(limit, request, response)))
      await sendCached(address, request, response);
  };

  /** Resolves with false if the caller must answer: too many pages wait to be rendered, or rendering fails or takes too long. */
  const sendOwnPage = async (request: Request, response: Response, page: OwnPage): Promise<boolean> => {
    const { status, address, situation, deadline } = page;
    try {
      const options = { situation, client: clientKey(request), isOwn: true };
      const prepared = await withTimeout(deadline - performance.now(), render(status, 'no-store', address, options));
      if (!response.closed) send(prepared, request, response);
      return true;
    } catch (error) {
      if (!(error instanceof VisitorError))
        log.error({ err: error, requestId: requestIdOf(response) }, 'page not rendered');
      return response.closed;
    }
  };

  const fileNames = files.map(([name]) => name);
  return {
    resolve: createResolve(http.chatOrigin, fileNames),
    ...{ cache, commonHeaders, sendContent, sendCached, sendOwnPage },
    sendFile: fileRoutes(dist),
    sendNotFound: (request: Request, response: Response) => sendCached(notFoundPath, request, response),
    stop: renderer.stop,
  };
}
