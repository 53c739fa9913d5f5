import { type Options, type RateLimitRequestHandler, rateLimit, type Store } from 'express-rate-limit';
import { clientKey } from './submissions/clientKey.ts';

/** Clients that are counted at once, a quarter of a kilobyte each. A network may have millions of addresses to ask from. */
const mostClients = 20_000;

/** Counts in memory; beyond `mostClients` the one counted longest is forgotten. */
function boundedStore(): Store {
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
      if (oldest !== undefined && clients.size >= mostClients) clients.delete(oldest);
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
  Partial<Pick<Options, 'standardHeaders' | 'skip' | 'handler' | 'message'>>;

/** Limits what one client address asks for in a time, in milliseconds. */
export function limitClient(options: ClientLimitOptions): RateLimitRequestHandler {
  return rateLimit({
    keyGenerator: clientKey,
    standardHeaders: 'draft-8',
    legacyHeaders: false,
    store: boundedStore(),
    ...options,
  });
}
