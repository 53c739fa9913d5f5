import type { RequestHandler } from 'express';
import { limitClient } from '../clientLimit.ts';
import { isCacheable, pageAddressOf } from './addresses.ts';

/** Pages that are rendered for one query, for each client address. Beyond the limit it gets the page without the query. */
export function limitQueryPages(): RequestHandler {
  return limitClient({
    limit: 3000,
    windowMs: 10 * 60 * 1000,
    standardHeaders: false,
    skip: ({ url }) => {
      const address = pageAddressOf(url);
      return address === undefined || isCacheable(address);
    },
    handler: (request, response) => response.redirect(303, request.path),
  });
}
