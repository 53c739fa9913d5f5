import { createHmac } from 'node:crypto';
import type { Store } from 'express-rate-limit';
import type { Database } from './database.ts';
import { now } from './postgresSchema.ts';

/**
 * Counts a client's requests for all servers of a database. `limit` is the name of the rate limit. A client's key is kept as
 * an HMAC, so that the database holds no address.
 */
export function sharedRateLimit(database: Database, limit: string, secret: Uint8Array): Store {
  let windowMilliseconds = 0;
  const keyOf = (client: string) => createHmac('sha256', secret).update(`${limit} ${client}`).digest('base64url');
  type Found = { readonly hits: number; readonly left: number };
  const infoOf = ({ hits, left }: Found) => ({ totalHits: hits, resetTime: new Date(Date.now() + left) });
  return {
    localKeys: false,
    init: ({ windowMs }) => {
      windowMilliseconds = windowMs;
    },
    get: async (client) => {
      const [found] = await database.run<Found>(
        `SELECT hits, resets_at - ${now} AS left FROM rate_limits WHERE key = $1 AND resets_at > ${now}`,
        [keyOf(client)],
      );
      return found && infoOf(found);
    },
    increment: async (client) => {
      const [found] = (await database.run<Found>(
        `INSERT INTO rate_limits AS known (key, hits, resets_at) VALUES ($1, 1, ${now} + $2::bigint)
         ON CONFLICT (key) DO UPDATE SET
          hits = CASE WHEN known.resets_at > ${now} THEN known.hits + 1 ELSE 1 END,
          resets_at = CASE WHEN known.resets_at > ${now} THEN known.resets_at ELSE excluded.resets_at END
         RETURNING hits, resets_at - ${now} AS left`,
        [keyOf(client), windowMilliseconds],
      )) as [Found];
      return infoOf(found);
    },
    decrement: async (client) => {
      await database.run('UPDATE rate_limits SET hits = hits - 1 WHERE key = $1 AND hits > 0', [keyOf(client)]);
    },
    resetKey: async (client) => {
      await database.run('DELETE FROM rate_limits WHERE key = $1', [keyOf(client)]);
    },
  };
}
