import type { DatabaseSync } from 'node:sqlite';
import { deadlines } from '../../lib/deadlines.ts';

export type DueMails = {
  /** The column with the time at which a mail is due. */
  readonly column: string;
  /** Of the rows whose mail is to leave. */
  readonly condition: string;
  /** Of those among them that a claim holds. */
  readonly leased: string;
};

/**
 * Returns the milliseconds until the next mail is due; undefined: none is. After the clock was ahead and is right again, mail
 * of that time would wait for it, so it is brought forward. What is leased may be leaving.
 */
export function nextDueIn(database: DatabaseSync, { column, condition, leased }: DueMails): () => number | undefined {
  // Two queries, each of which reads one end of an index.
  const extremes = database.prepare(
    `SELECT (SELECT min(${column}) FROM submissions WHERE ${condition}) AS earliest,
      (SELECT max(${column}) FROM submissions WHERE ${condition}) AS latest`,
  );
  const bringForward = database.prepare(
    `UPDATE submissions SET ${column} = :now + iif(${leased}, ${deadlines.mail.lease}, 0)
     WHERE ${condition} AND ${column} > :now + ${deadlines.mail.longestWait}`,
  );
  return () => {
    const now = Date.now();
    const { earliest, latest } = extremes.get() as { earliest: number | null; latest: number | null };
    if (latest !== null && latest > now + deadlines.mail.longestWait) bringForward.run({ now });
    return earliest === null ? undefined : Math.min(earliest - now, deadlines.mail.longestWait);
  };
}
