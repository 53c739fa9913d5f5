import type { Request, RequestHandler, Response } from 'express';
import { type Options, type RateLimitRequestHandler, rateLimit, type Store } from 'express-rate-limit';
import { clientKey } from './clientKey.ts';

export type ClientLimitOptions = Pick<Options, 'limit' | 'windowMs'> &
  Partial<Pick<Options, 'standardHeaders' | 'handler' | 'message'>> & {
    /** Where requests are counted; undefined: in memory. */
    readonly store?: Store | undefined;
  };

/** A rate limit for each client address: `limit` requests in `windowMs` milliseconds. */
export function limitClient({ store, ...options }: ClientLimitOptions): RateLimitRequestHandler {
  return rateLimit({
    keyGenerator: clientKey,
    standardHeaders: 'draft-8',
    legacyHeaders: false,
    ...options,
    ...(store && { store }),
  });
}

/** Runs a rate limiter, which sets the headers of the answer. False: the client is over the limit, and its handler ran. */
export async function isWithin(limiter: RequestHandler, request: Request, response: Response): Promise<boolean> {
  let within = false;
  await limiter(request, response, (error?: unknown) => {
    if (error) throw error;
    within = true;
  });
  return within;
}
