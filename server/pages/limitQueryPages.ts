import type { RequestHandler } from 'express';
import { limitClient } from '../clientLimit.ts';
import { isCacheable, pageAddressOf } from './addresses.ts';

/** Pages with a query that each client address gets in ten minutes. Beyond the limit it gets the page without the query. */
export function limitQueryPages(limit = 3000): RequestHandler {
  return limitClient({
    limit,
    windowMs: 10 * 60 * 1000,
    standardHeaders: false,
    skip: ({ url }) => {
      const address = pageAddressOf(url);
      return address === undefined || isCacheable(address);
    },
    handler: (request, response) => response.redirect(303, request.path),
  });
}
