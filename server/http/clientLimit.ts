import type { Request, RequestHandler, Response } from 'express';
import { type Options, type RateLimitRequestHandler, rateLimit, type Store } from 'express-rate-limit';
import { clientKey } from './clientKey.ts';

/** The most clients in memory, at a quarter of a kilobyte each. One attacker may use millions of addresses. */
const maxClients = 20_000;

/** Counts in memory, by a clock that nobody sets; at `maxClients` it drops the oldest. */
export function memoryStore(): Store {
  const clients = new Map<string, { totalHits: number; readonly end: number }>();
  let windowMilliseconds = 0;
  const current = (key: string) => {
    const client = clients.get(key);
    return client && client.end > performance.now() ? client : undefined;
  };
  const toInfo = ({ totalHits, end }: { readonly totalHits: number; readonly end: number }) => ({
    totalHits,
    resetTime: new Date(Date.now() + end - performance.now()),
  });
  return {
    localKeys: true,
    init: ({ windowMs }) => {
      windowMilliseconds = windowMs;
    },
    get: (key) => {
      const client = current(key);
      return client && toInfo(client);
    },
    increment: (key) => {
      const known = current(key);
      if (known) {
        known.totalHits += 1;
        return toInfo(known);
      }
      clients.delete(key);
      const [oldest] = clients.keys();
      if (oldest !== undefined && clients.size >= maxClients) clients.delete(oldest);
      const client = { totalHits: 1, end: performance.now() + windowMilliseconds };
      clients.set(key, client);
      return toInfo(client);
    },
    decrement: (key) => {
      const known = current(key);
      if (known && known.totalHits > 0) known.totalHits -= 1;
    },
    resetKey: (key) => void clients.delete(key),
  };
}

export type ClientLimitOptions = Pick<Options, 'limit' | 'windowMs'> &
  Partial<Pick<Options, 'standardHeaders' | 'skip' | 'handler' | 'message'>> & { readonly store?: Store | undefined };

/** A rate limit for each client address: `limit` requests in `windowMs` milliseconds. */
export function limitClient(options: ClientLimitOptions): RateLimitRequestHandler {
  return rateLimit({
    keyGenerator: clientKey,
    standardHeaders: 'draft-8',
    legacyHeaders: false,
    ...options,
    store: options.store ?? memoryStore(),
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
