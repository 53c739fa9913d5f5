import { createHmac } from 'node:crypto';
import type { Store } from 'express-rate-limit';
import { type Database, oneRow } from '../database.ts';

/** Counts requests for all servers together. `limit`: the name of the rate limit. A client's IP address is stored as an HMAC. */
export function sharedRateLimit(
  { run, dialect: { now } }: Database,
  limit: string,
  secret: () => Promise<Uint8Array>,
): Store {
  let windowMilliseconds = 0;
  return {
    localKeys: false,
    init: ({ windowMs }) => {
      windowMilliseconds = windowMs;
    },
    increment: async (client) => {
      const key = createHmac('sha256', await secret())
        .update(`${limit} ${client}`)
        .digest('base64url');
      const { hits, left } = await oneRow<{ hits: number; left: number }>(
        run,
        `INSERT INTO rate_limits AS present (key, hits, resets_at) VALUES ($1, 1, ${now} + $2::bigint)
         ON CONFLICT (key) DO UPDATE SET
          hits = CASE WHEN present.resets_at > ${now} THEN present.hits + 1 ELSE 1 END,
          resets_at = CASE WHEN present.resets_at > ${now} THEN present.resets_at ELSE excluded.resets_at END
         RETURNING hits, resets_at - ${now} AS left`,
        [key, windowMilliseconds],
      );
      return { totalHits: hits, resetTime: new Date(Date.now() + left) };
    },
    // No rate limit of this site takes a count back.
    decrement: () => {},
    resetKey: () => {},
  };
}

/** Deletes the counts whose time is over. Skips rows that another server is deleting. */
export async function forgetClients({ run, dialect: { now, skipLocked } }: Database): Promise<void> {
  await run(
    `DELETE FROM rate_limits WHERE key IN (SELECT key FROM rate_limits WHERE resets_at <= ${now} ${skipLocked})`,
  );
}
