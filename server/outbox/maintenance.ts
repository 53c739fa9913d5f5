import { randomBytes } from 'node:crypto';
import { day, hour } from '../lib/times.ts';
import { type Database, oneRow } from './database.ts';

/** In milliseconds. The server writes each minute. If the clock says that it did not for this long, the clock may be ahead. */
const longestSilence = 30 * day;

export function maintenanceIn({ dialect, run, transaction, vacuum }: Database) {
  const { now, skipLocked } = dialect;
  let secret: Uint8Array | undefined;
  return {
    /** The site's signing secret: 32 random bytes, made once. */
    secret: async (): Promise<Uint8Array> => {
      if (secret) return secret;
      await run("INSERT INTO secrets (name, value) VALUES ('signing', $1) ON CONFLICT DO NOTHING", [randomBytes(32)]);
      const stored = "SELECT value FROM secrets WHERE name = 'signing'";
      ({ value: secret } = await oneRow<{ value: Uint8Array }>(run, stored));
      return secret;
    },
    /** The time on the database's clock. The clocks of the machines that share the database may differ. */
    now: async (): Promise<number> => (await oneRow<{ time: number }>(run, `SELECT ${now} AS time`)).time,
    /** Rejects if the store cannot be written. While the clock is in doubt, the written time moves on by a millisecond only. */
    probe: async (): Promise<void> => {
      await transaction((inside) =>
        inside(
          `UPDATE probe SET probed_at = CASE WHEN probed_at > 0 AND ${now} NOT BETWEEN probed_at AND probed_at + ${longestSilence}
            THEN probed_at + 1 ELSE ${now} END`,
        ),
      );
    },
    /** Whether the clock may be ahead: it says that the server has written nothing for a month. */
    isClockDoubtful: async (): Promise<boolean> =>
      (await run(`SELECT 1 FROM probe WHERE probed_at > 0 AND ${now} > probed_at + ${longestSilence}`)).length > 0,
    /** Ends the doubt about the clock. Resolves with its time. */
    trustClock: async (): Promise<number> =>
      (await oneRow<{ time: number }>(run, `UPDATE probe SET probed_at = ${now} RETURNING probed_at AS time`)).time,
    /**
     * A flood begins with more than `begin` submissions in the last `period` milliseconds, and ends with `end` or fewer.
     * `hasChanged`: whether this check began or ended the flood. Only one process gets true.
     */
    checkFlood: async ({ period, begin, end }: Readonly<Record<'period' | 'begin' | 'end', number>>) => {
      // `ORDER BY` makes the database read only the newest rows, by their index.
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
    /** Forgets the captcha tokens that no server accepts any more. Skips rows that another server is deleting. */
    forgetExpiredTokens: async (): Promise<void> => {
      // A server whose clock is behind would still accept a token that has just expired.
      const grace = hour;
      await run(
        `DELETE FROM used_tokens WHERE id IN
          (SELECT id FROM used_tokens WHERE expires_at < ${now} - ${grace} ${skipLocked})`,
      );
    },
    /** Like `Database.vacuum`, also after a killed command. */
    removeRemnants: vacuum,
  };
}
