import type { Request, RequestHandler, Response } from 'express';
import { type Options, type RateLimitRequestHandler, rateLimit, type Store } from 'express-rate-limit';
import { LRUCache } from 'lru-cache';
import { clientKey } from './clientKey.ts';

/** The most clients in memory, at a quarter of a kilobyte each. One attacker may use millions of addresses. */
const maxClients = 20_000;

/** Counts in memory, by a clock that nobody sets; at `maxClients` it drops the oldest. */
export function memoryStore(): Store {
  let clients = new LRUCache<string, { totalHits: number }>({ max: maxClients });
  const toInfo = (key: string, { totalHits }: { readonly totalHits: number }) => ({
    totalHits,
    resetTime: new Date(Date.now() + clients.getRemainingTTL(key)),
  });
  // `peek` leaves the order in which the clients came: an attacker keeps nobody in memory by asking again.
  return {
    localKeys: true,
    init: ({ windowMs }) => {
      clients = new LRUCache({ max: maxClients, ttl: windowMs });
    },
    get: (key) => {
      const client = clients.peek(key);
      return client && toInfo(key, client);
    },
    increment: (key) => {
      const known = clients.peek(key);
      const client = known ?? { totalHits: 0 };
      client.totalHits += 1;
      if (!known) clients.set(key, client);
      return toInfo(key, client);
    },
    decrement: (key) => {
      const known = clients.peek(key);
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
