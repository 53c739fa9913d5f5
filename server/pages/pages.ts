import type { Request, RequestHandler, Response } from 'express';
import type { Logger } from 'pino';
import { parameters } from '../../shared/paths.ts';
import { requestIdOf } from '../requestLog.ts';
import { isRead } from '../requestTarget.ts';
import type { InlineTexts, Middleware } from '../securityHeaders.ts';
import { canonicalPath, pageAddressOf } from './addresses.ts';
import type { RenderedPage, Situation } from './render.tsx';
import type { Renderer } from './renderer.ts';

/** A page for one visitor. */
export type OwnPage = {
  readonly status: number;
  readonly address: string;
  readonly situation: Situation;
  /** Answers where too many wait for such a page, or where it cannot be rendered. */
  readonly sendInstead: () => void;
};

export type SendOwnPage = (request: Request, response: Response, page: OwnPage) => Promise<void>;

/** The site's pages, for Express. */
export type Pages = {
  /** Answers with the page that is the same for every visitor. */
  readonly sendPage: RequestHandler;
  /** Leads to a page from its path in other letter case, or with a slash at its end. */
  readonly redirectToPage: RequestHandler;
  /** Answers with the page for addresses that there are not. */
  readonly sendNotFound: RequestHandler;
  readonly sendOwnPage: SendOwnPage;
  /** Renders the page for unknown addresses anew when it is next asked for. */
  readonly forgetNotFound: () => void;
};

export type PagesOptions = {
  readonly renderer: Renderer;
  /** The content security policy of a page with these inline texts. */
  readonly policyOf: (texts: InlineTexts) => Middleware;
  readonly log: Logger;
};

/** The path that the page for unknown addresses is rendered at. */
const unknownPath = '/404';

/** Pages for one visitor that wait while others are rendered: about a fifth of a second. */
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
      // Rendered once: anybody may ask for any number of addresses that there are not.
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
