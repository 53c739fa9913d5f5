import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import type { Request, RequestHandler, Response } from 'express';
import type { Logger } from 'pino';
import { notFoundPath, parameters } from '../../shared/paths.ts';
import { requestIdOf } from '../requestLog.ts';
import { isRead } from '../requestTarget.ts';
import type { InlineTexts, Middleware } from '../securityHeaders.ts';
import { canonicalPath, isCacheable, pageAddressOf } from './addresses.ts';
import { sendBusy } from './plainPages.ts';
import type { RenderedPage, Situation } from './render.tsx';
import type { Renderer } from './renderer.ts';

/** A page that is rendered for one visitor, and not cached. */
export type OwnPage = {
  readonly status: number;
  readonly address: string;
  readonly situation: Situation;
  /** Answers if too many pages wait to be rendered, or if rendering fails. */
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
  /** The not-found page is rendered again for the next request. */
  readonly forgetNotFound: () => void;
};

export type PagesOptions = {
  readonly renderer: Renderer;
  /** The Content-Security-Policy of a page with these inline scripts and styles. */
  readonly policyOf: (texts: InlineTexts) => Middleware;
  readonly log: Logger;
};

/** The not-found page, in each content coding. */
type NotFound = {
  readonly setPolicy: Middleware;
  readonly bodies: { readonly [coding in 'identity' | 'br' | 'gzip']: Buffer };
};

const brotliCompressed = promisify(brotliCompress);
const gzipped = promisify(gzip);

/** The middleware that sets a policy calls this when it has. */
function noError(error?: unknown): void {
  if (error) throw error;
}

/** The most pages that wait to be rendered, at about 15 ms each: with a posted order, or with a query. */
const maxWaiting = { order: 24, query: 16 } as const;

export function createPages({ renderer, policyOf, log }: PagesOptions): Pages {
  let notFound: Promise<NotFound | undefined> | undefined;

  const send = (request: Request, response: Response, page: RenderedPage): void => {
    policyOf(page)(request, response, noError);
    response.type('html').send(page.html);
  };

  const renderNotFound = async (): Promise<NotFound | undefined> => {
    const page = await renderer.render(notFoundPath, {}, () => true);
    if (!page) return undefined;
    const identity = Buffer.from(page.html);
    const [br, gzip] = await Promise.all([brotliCompressed(identity), gzipped(identity)]);
    return { setPolicy: policyOf(page), bodies: { identity, br, gzip } };
  };

  return {
    sendPage: async (request, response, next) => {
      const address = isRead(request) ? pageAddressOf(request.url) : undefined;
      if (address === undefined) return next();
      if (!isCacheable(address) && renderer.waiting() >= maxWaiting.query) return sendBusy(response);
      const planId = new URLSearchParams(address.split('?')[1]).get(parameters.order);
      const page = await renderer.render(address, planId ? { order: { planId } } : {}, () => !response.closed);
      if (page) send(request, response.set('Cache-Control', 'no-cache'), page);
    },

    redirectToPage: (request, response, next) => {
      const path = isRead(request) ? canonicalPath(request.path) : undefined;
      if (path === undefined || path === request.path) return next();
      response.redirect(308, path + request.url.slice(request.path.length));
    },

    sendNotFound: async (request, response) => {
      // Rendered and compressed once, since a client can request any number of unknown paths.
      notFound ??= renderNotFound().catch((error: unknown) => {
        notFound = undefined;
        throw error;
      });
      const found = await notFound;
      if (!found) return;
      const coding = request.acceptsEncodings('br', 'gzip') || 'identity';
      if (coding !== 'identity') response.set('Content-Encoding', coding);
      found.setPolicy(request, response, noError);
      response.status(404).set('Cache-Control', 'no-cache').vary('Accept-Encoding').type('html');
      response.send(found.bodies[coding === 'br' || coding === 'gzip' ? coding : 'identity']);
    },

    sendOwnPage: async (request, response, { status, address, situation, sendInstead }) => {
      if (renderer.waiting() >= maxWaiting.order) return sendInstead();
      try {
        const page = await renderer.render(address, situation, () => !response.closed);
        if (page) send(request, response.status(status).set('Cache-Control', 'no-store'), page);
      } catch (error) {
        log.error({ err: error, requestId: requestIdOf(response) }, 'page not rendered');
        if (!response.closed) sendInstead();
      }
    },

    forgetNotFound: () => {
      notFound = undefined;
    },
  };
}
