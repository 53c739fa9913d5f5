import { randomBytes } from 'node:crypto';
import { type Database, oneRow } from './database.ts';
import { tokensIn } from './tokens.ts';

/** What keeps the database in order, and what is known of it as a whole. */
export function maintenanceIn({ dialect, run, transaction, vacuum }: Database) {
  const { now } = dialect;
  let secret: Uint8Array | undefined;
  return {
    /** The site's signing secret: 32 random bytes, made once. */
    secret: async (): Promise<Uint8Array> => {
      if (secret) return secret;
      await run("INSERT INTO secrets (name, value) VALUES ('signing', $1) ON CONFLICT DO NOTHING", [randomBytes(32)]);
      const found = await oneRow<{ value: Uint8Array }>(run, "SELECT value FROM secrets WHERE name = 'signing'");
      secret = found.value;
      return secret;
    },
    /** By the database's clock: those of the machines that share it may differ. */
    now: async (): Promise<number> => (await oneRow<{ time: number }>(run, `SELECT ${now} AS time`)).time,
    /** Rejects when the store cannot be written. */
    probe: async (): Promise<void> => {
      await transaction((inside) => inside(`UPDATE probe SET probed_at = ${now}`));
    },
    /**
     * A flood begins with more than `begin` submissions in the last `period` milliseconds, and ends with `end` or fewer. `hasChanged`:
     * whether this check has begun or ended it, in one process only.
     */
    checkFlood: async ({ period, begin, end }: Readonly<Record<'period' | 'begin' | 'end', number>>) => {
      // Ordered, so that it reads the newest rows by their index alone.
      const { amount, began } = await oneRow<{ amount: number; began: number }>(
        run,
        `SELECT (SELECT count(*) FROM flood) AS began, (SELECT count(*) FROM (SELECT 1 FROM submissions
          WHERE received_at BETWEEN ${now} - CAST($1 AS BIGINT) AND ${now} ORDER BY received_at DESC LIMIT $2) AS recent) AS amount`,
        [period, begin + 1],
      );
      const wasActive = began > 0;
      const isActive = amount > (wasActive ? end : begin);
      if (isActive === wasActive) return { isActive, hasChanged: false };
      const changed = await run(
        isActive
          ? `INSERT INTO flood (began_at) VALUES (${now}) ON CONFLICT DO NOTHING RETURNING began_at`
          : 'DELETE FROM flood RETURNING began_at',
      );
      return { isActive, hasChanged: changed.length > 0 };
    },
    forgetExpiredTokens: () => tokensIn(run, dialect).forgetExpired(),
    /**
     * Removes from the files what deleting has left, also an earlier one that was killed. Rejects with an `Error` of one
     * sentence if another keeps it from doing so.
     */
    removeRemnants: vacuum,
  };
}
