import { type Database, type Dialect, oneRow, type Run } from './database.ts';
import { configurationFault } from './mails.ts';
import type { DeliveryState } from './submissions.ts';

/** In milliseconds. Mail is held up if the oldest pending submission is older than this. */
export const backlogAge = 15 * 60 * 1000;

/** In milliseconds. A submission is from the future if its time is more than this after the present time. */
export const clockTolerance = 5 * 60 * 1000;

/** The state of all submissions. Times are milliseconds since 1970. */
export type StoreStatus = {
  readonly counts: { readonly [State in DeliveryState]: number };
  /** When the oldest pending submission was received or last retried. */
  readonly oldestPendingAt: number | null;
  /** In milliseconds; 0: nothing is pending. */
  readonly oldestPendingAge: number;
  /** The error of the newest submission whose last attempt failed. The text may quote the mail. */
  readonly lastError: { readonly reference: string; readonly text: string } | null;
  readonly lastDeliveredAt: number | null;
  /** How many submissions wait because the mail configuration was wrong at the last attempt. */
  readonly misconfigured: number;
  /** Milliseconds since the newest submission was received; negative: this submission is from the future. Null: there are no submissions. */
  readonly newestAge: number | null;
};

/** When submissions were received: the `last` delivered before a time, the `next` after this submission, the `newest` of all. */
type OldDeliveries = Readonly<Record<'last' | 'next' | 'newest', number | null>>;

/** Milliseconds since 1970. `from` is included, `to` is not. */
type Between = { readonly from: number; readonly to: number };

/** How many submissions were received on one day. `day` is the number of days since 1970. */
type DayCounts = { readonly day: number; readonly orders: number; readonly messages: number };

const day = 24 * 60 * 60 * 1000;

async function statusOf(run: Run, { now }: Dialect): Promise<StoreStatus> {
  type StatusRow = Pick<StoreStatus, 'oldestPendingAt' | 'lastDeliveredAt' | 'misconfigured'> &
    Readonly<Record<'time' | 'total' | 'pending' | 'failed', number>> & { readonly newestAt: number | null };
  const { time, total, pending, failed, newestAt, ...found } = await oneRow<StatusRow>(
    run,
    `SELECT ${now} AS time, (SELECT count(*) FROM submissions) AS total,
      (SELECT max(received_at) FROM submissions) AS "newestAt",
      (SELECT count(*) FROM mails WHERE state = 'failed' AND kind = 'notice') AS failed,
      (SELECT count(*) FROM mails WHERE state = 'pending' AND kind = 'notice') AS pending,
      (SELECT min(pending_since) FROM mails WHERE state = 'pending' AND kind = 'notice') AS "oldestPendingAt",
      (SELECT max(sent_at) FROM mails WHERE sent_at IS NOT NULL AND kind = 'notice') AS "lastDeliveredAt",
      (SELECT count(*) FROM mails WHERE state = 'pending' AND kind = 'notice'
        AND last_error LIKE '${configurationFault}%') AS misconfigured`,
  );
  const [lastError = null] = await run<{ reference: string; text: string }>(
    `SELECT reference, last_error AS text FROM mails WHERE last_error IS NOT NULL AND kind = 'notice'
     ORDER BY pending_since DESC LIMIT 1`,
  );
  return {
    ...found,
    counts: { pending, delivered: total - pending - failed, failed },
    oldestPendingAge: found.oldestPendingAt === null ? 0 : Math.max(time - found.oldestPendingAt, 0),
    newestAge: newestAt === null ? null : time - newestAt,
    lastError,
  };
}

export type Statistics = ReturnType<typeof statisticsIn>;

/** Facts about all submissions together. The facts hold nothing personal, except the text of the last error. */
export function statisticsIn({ dialect, run }: Database) {
  return {
    status: () => statusOf(run, dialect),
    oldDeliveries: (time: number): Promise<OldDeliveries> =>
      // Most mails are sent soon after receipt, so this search backwards in time ends after few rows.
      oneRow<OldDeliveries>(
        run,
        `SELECT last, (SELECT min(received_at) FROM submissions WHERE received_at > last) AS next,
          (SELECT max(received_at) FROM submissions) AS newest
         FROM (SELECT (SELECT received_at FROM submissions AS s WHERE received_at < $1 AND EXISTS (SELECT 1 FROM mails AS m
            WHERE m.reference = s.reference AND m.state = 'sent' AND m.kind = 'notice' AND m.sent_at < $1)
          ORDER BY received_at DESC LIMIT 1) AS last) AS old`,
        [time],
      ),
    /** When the oldest submission was received. */
    firstReceivedAt: async (): Promise<number | null> =>
      (await oneRow<{ time: number | null }>(run, 'SELECT min(received_at) AS time FROM submissions')).time,
    /** `offset`: how many milliseconds before UTC the days begin. */
    countByDay: ({ from, to }: Between, offset: number) =>
      run<DayCounts>(
        `SELECT (received_at + CAST($3 AS BIGINT)) / ${day} AS day, count(*) FILTER (WHERE kind = 'order') AS orders,
           count(*) FILTER (WHERE kind = 'contact') AS messages
         FROM submissions WHERE received_at >= $1 AND received_at < $2 GROUP BY 1`,
        [from, to, offset],
      ),
    /** For the submissions received in this time: how many were delivered, or arrived, after how many whole seconds. */
    secondsUntil: (end: 'deliveredAt' | 'arrivedAt', { from, to }: Between) =>
      run<{ readonly seconds: number; readonly amount: number }>(
        `SELECT ("${end}" - "receivedAt") / 1000 AS seconds, count(*) AS amount FROM listed_submissions
         WHERE "receivedAt" >= $1 AND "receivedAt" < $2 AND "${end}" IS NOT NULL GROUP BY 1`,
        [from, to],
      ),
    /** When the mailbox was last read, and how many mails to the operator were missing or in Junk. */
    mailbox: () =>
      oneRow<{ lookedAt: number | null; missing: number; inJunk: number }>(
        run,
        `SELECT (SELECT looked_at FROM mailbox) AS "lookedAt", (SELECT count(*) FROM missing_mails) AS missing,
          (SELECT count(*) FROM mails WHERE folder = 'Junk' AND kind = 'notice') AS "inJunk"`,
      ),
  };
}
