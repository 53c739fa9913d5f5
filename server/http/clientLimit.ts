import type { Request, RequestHandler, Response } from 'express';
import { type Options, type RateLimitRequestHandler, rateLimit } from 'express-rate-limit';
import { clientKey } from './clientKey.ts';

/** A rate limit for each client address: `limit` requests in `windowMs` milliseconds. Without a `store` it counts in memory. */
export function limitClient(options: Partial<Options>): RateLimitRequestHandler {
  return rateLimit({ keyGenerator: clientKey, standardHeaders: 'draft-8', legacyHeaders: false, ...options });
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
