import { createHash, createHmac } from 'node:crypto';
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

/** In milliseconds. A process asks for its roles each minute. If it stops asking, it loses them after this time. */
const lease = 150_000;
/** In milliseconds. If the database is away for longer, each process acts as if it had every role: the others may be gone. */
const patience = 10 * 60_000;

/** Asks for a role. Resolves with true if this process has it. While the database is away, the last answer stays valid. */
export type HasRole = (role: string) => Promise<boolean>;

/**
 * Gives each role to one of the processes that share the database. `holder` names this process, and stays the same over a restart.
 * The leases are rows beside the counts of the rate limits, with the holder's number as `hits`.
 */
export function createRoles({ run, dialect: { now } }: Database, holder: string): HasRole {
  const number = createHash('sha256').update(holder).digest().readInt32BE();
  const held = new Map<string, boolean>();
  let awaySince: number | undefined;
  return async (role) => {
    try {
      const leased = await run(
        `INSERT INTO rate_limits AS present (key, hits, resets_at) VALUES ($1, $2, ${now} + ${lease})
         ON CONFLICT (key) DO UPDATE SET hits = excluded.hits, resets_at = excluded.resets_at
         WHERE present.hits = excluded.hits OR present.resets_at <= ${now} RETURNING key`,
        [`role ${role}`, number],
      );
      held.set(role, leased.length > 0);
      awaySince = undefined;
    } catch {
      awaySince ??= performance.now();
    }
    if (awaySince !== undefined && performance.now() - awaySince > patience) return true;
    return held.get(role) ?? true;
  };
}
