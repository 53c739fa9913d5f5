import type { Request, RequestHandler, Response } from 'express';
import { type Options, type RateLimitRequestHandler, rateLimit, type Store } from 'express-rate-limit';
import { clientKey } from './submissions/clientKey.ts';

/** The most clients in memory, at a quarter of a kilobyte each. One attacker may use millions of addresses. */
const maxClients = 20_000;

/** Counts in memory; at `maxClients` it drops the oldest. */
export function memoryStore(): Store {
  const clients = new Map<string, { totalHits: number; resetTime: Date }>();
  let windowMilliseconds = 0;
  const current = (key: string) => {
    const client = clients.get(key);
    return client && client.resetTime.getTime() > Date.now() ? client : undefined;
  };
  return {
    localKeys: true,
    init: ({ windowMs }) => {
      windowMilliseconds = windowMs;
    },
    get: current,
    increment: (key) => {
      const known = current(key);
      if (known) {
        known.totalHits += 1;
        return known;
      }
      clients.delete(key);
      const [oldest] = clients.keys();
      if (oldest !== undefined && clients.size >= maxClients) clients.delete(oldest);
      const client = { totalHits: 1, resetTime: new Date(Date.now() + windowMilliseconds) };
      clients.set(key, client);
      return client;
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
