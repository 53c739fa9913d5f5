import type { Request, RequestHandler, Response } from 'express';
import type { Logger } from 'pino';
import { parameters } from '../../shared/paths.ts';
import { requestIdOf } from '../requestLog.ts';
import { isRead } from '../requestTarget.ts';
import type { InlineTexts, Middleware } from '../securityHeaders.ts';
import { canonicalPath, pageAddressOf } from './addresses.ts';
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
  /** Answers with a page that is the same for every visitor. */
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

/** The path for which the not-found page is rendered. */
const unknownPath = '/404';

/** The most pages that wait to be rendered: about 200 ms of work. */
export const maxWaiting = 16;

export function createPages({ renderer, policyOf, log }: PagesOptions): Pages {
  let notFound: Promise<RenderedPage | undefined> | undefined;

  const send = (request: Request, response: Response, page: RenderedPage): void => {
    policyOf(page)(request, response, (error) => {
      if (error) throw error;
      response.type('html').send(page.html);
    });
  };

  return {
    sendPage: async (request, response, next) => {
      const address = isRead(request) ? pageAddressOf(request.url) : undefined;
      if (address === undefined) return next();
      const planId = new URLSearchParams(address.split('?')[1]).get(parameters.order);
      const page = await renderer.render(address, planId ? { order: { planId } } : {}, () => !response.closed);
      if (page) send(request, response.set('Cache-Control', 'no-cache'), page);
    },

    redirectToPage: (request, response, next) => {
      const path = isRead(request) ? canonicalPath(request.path) : undefined;
      if (path === undefined) return next();
      response.redirect(308, path + request.url.slice(request.path.length));
    },

    sendNotFound: async (request, response) => {
      // Rendered once, since a client can request any number of unknown paths.
      notFound ??= renderer.render(unknownPath, {}, () => true);
      const page = await notFound.catch((error: unknown) => {
        notFound = undefined;
        throw error;
      });
      if (page) send(request, response.status(404).set('Cache-Control', 'no-cache'), page);
    },

    sendOwnPage: async (request, response, { status, address, situation, sendInstead }) => {
      if (renderer.waiting() >= maxWaiting) return sendInstead();
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
