import type { Request, Response } from 'express';
import type { Logger } from 'pino';
import { families } from '../../shared/hosting/catalogue.ts';
import { orderAddress, parameters } from '../../shared/paths.ts';
import { pagePaths, type RenderOptions, renderPage, type Situation } from './render.tsx';
import { compressBest, compressFast, type Representation, represent, sendRepresentation } from './representation.ts';

export type Pages = {
  readonly has: (path: string) => boolean;
  /** The page at an address (path, or path and the plan's id), if it is rendered already. */
  readonly ready: (address: string) => Representation | undefined;
  /** Answers a GET for a page of the site; false when the address is none. */
  readonly send: (request: Request, response: Response) => Promise<boolean>;
  readonly sendNotFound: (request: Request, response: Response) => Promise<void>;
  /** Renders a page for this visitor alone and keeps it nowhere. */
  readonly sendOwn: (
    request: Request,
    response: Response,
    status: number,
    address: string,
    situation: Situation,
  ) => Promise<void>;
  /** Renders every page anew, then compresses each as well as can be, in the background. */
  readonly warm: (log: Logger) => Promise<void>;
};

const notFoundAddress = '/404';

/**
 * The pages are the same for every visitor, so each is rendered once and kept as bytes. Only addresses known
 * beforehand are kept, so that nobody can make the cache grow.
 */
export const createPages = (options: RenderOptions): Pages => {
  const ready = new Map<string, Representation>();
  const underWay = new Map<string, Promise<Representation>>();
  const addresses = new Set([
    ...pagePaths,
    ...families.flatMap((family) => family.plans.map((plan) => orderAddress(family.path, plan.id))),
  ]);
  const render = async (address: string, situation: Situation, cacheControl: string): Promise<Representation> => {
    const { html, headers } = await renderPage(address, situation, options);
    return represent(Buffer.from(html), {
      ...headers,
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': cacheControl,
    });
  };

  const situationOf = (address: string): Situation => {
    const planId = new URLSearchParams(address.split('?', 2)[1]).get(parameters.order);
    return planId ? { order: { planId } } : {};
  };

  /** Renders a page and puts it in the place of the one before, if there was one. */
  const renew = async (address: string): Promise<Representation> => {
    const representation = await render(address, situationOf(address), 'no-cache');
    compressFast(representation);
    ready.set(address, representation);
    return representation;
  };

  const page = (address: string): Representation | Promise<Representation> => {
    const known = ready.get(address) ?? underWay.get(address);
    if (known) return known;
    const rendered = renew(address).finally(() => underWay.delete(address));
    underWay.set(address, rendered);
    return rendered;
  };

  /** The kept address that answers a request: other parameters than a plan's id change nothing on the page. */
  const addressOf = (request: Request): string | undefined => {
    const { path } = request;
    if (!addresses.has(path)) return undefined;
    const planId = request.query[parameters.order];
    const ordering = typeof planId === 'string' ? orderAddress(path, planId) : path;
    return addresses.has(ordering) ? ordering : path;
  };

  return {
    has: (path) => addresses.has(path),
    ready: (address) => (address === notFoundAddress ? undefined : ready.get(address)),
    send: async (request, response) => {
      const address = addressOf(request);
      if (!address) return false;
      sendRepresentation(request, response, await page(address));
      return true;
    },
    sendNotFound: async (request, response) => {
      sendRepresentation(request, response, await page(notFoundAddress), 404);
    },
    sendOwn: async (request, response, status, address, situation) => {
      const representation = await render(address, situation, 'no-store');
      compressFast(representation);
      sendRepresentation(request, response, representation, status);
    },
    warm: async (log) => {
      const all = [...addresses, notFoundAddress];
      try {
        const renewed: Representation[] = [];
        for (const address of all) {
          renewed.push(await renew(address));
          // Requests come first.
          await new Promise(setImmediate);
        }
        for (const representation of renewed) await compressBest(representation);
        log.info({ pages: all.length }, 'pages warm');
      } catch (error) {
        log.error({ err: error }, 'warming stopped');
      }
    },
  };
};
