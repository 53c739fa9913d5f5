import { day, minute } from '../lib/times.ts';
import { type Database, oneRow } from './database.ts';
import { missingMails } from './mailbox.ts';
import type { DeliveryState } from './submissions.ts';

/** In milliseconds. If the oldest pending notification is older, an alarm says that mail is held up; so does deploy/prometheus-rules.yml. */
export const backlogAge = 15 * minute;

/** Facts about all submissions and their notifications. Times are milliseconds since 1970. */
export type StoreStatus = {
  readonly counts: { readonly [State in DeliveryState]: number };
  /** When the oldest pending notification was made or last retried. Null: nothing is pending. */
  readonly oldestPendingAt: number | null;
  /** In milliseconds; 0: nothing is pending. */
  readonly oldestPendingAge: number;
  /** Of the notifications with an error, the one made or retried last. `text`: its error, which may quote what a visitor wrote. */
  readonly lastError: { readonly reference: string; readonly text: string } | null;
  readonly lastDeliveredAt: number | null;
  /** How many notifications wait because the mail configuration was wrong at the last attempt. */
  readonly misconfigured: number;
};

/** A period in milliseconds since 1970. `from` is included, `to` is not. */
type Between = { readonly from: number; readonly to: number };

type StatusRow = Omit<StoreStatus, 'counts' | 'lastError'> & Readonly<Record<'total' | 'pending' | 'failed', number>>;

export type Statistics = ReturnType<typeof statisticsIn>;

/** Facts about all submissions together. The text of `lastError` may hold personal data, the other facts hold none. */
export function statisticsIn({ dialect: { now }, run }: Database) {
  let reading: Promise<StoreStatus> | undefined;
  const readStatus = async (): Promise<StoreStatus> => {
    const oldestPending = "(SELECT min(pending_since) FROM mails WHERE state = 'pending' AND kind = 'notice')";
    const { total, pending, failed, ...found } = await oneRow<StatusRow>(
      run,
      `SELECT (SELECT count(*) FROM submissions) AS total,
          (SELECT count(*) FROM mails WHERE state = 'failed' AND kind = 'notice') AS failed,
          (SELECT count(*) FROM mails WHERE state = 'pending' AND kind = 'notice') AS pending,
          ${oldestPending} AS "oldestPendingAt", coalesce(${now} - ${oldestPending}, 0) AS "oldestPendingAge",
          (SELECT max(sent_at) FROM mails WHERE sent_at IS NOT NULL AND kind = 'notice') AS "lastDeliveredAt",
          (SELECT count(*) FROM mails WHERE state = 'pending' AND kind = 'notice' AND fault IS NOT NULL) AS misconfigured`,
    );
    const [lastError = null] = await run<{ reference: string; text: string }>(
      `SELECT reference, last_error AS text FROM mails WHERE last_error IS NOT NULL AND kind = 'notice'
         ORDER BY pending_since DESC LIMIT 1`,
    );
    return { ...found, counts: { pending, delivered: total - pending - failed, failed }, lastError };
  };
  return {
    /** Callers at the same time, such as all alarms of a round, share one reading. */
    status: (): Promise<StoreStatus> => {
      reading ??= readStatus().finally(() => {
        reading = undefined;
      });
      return reading;
    },
    /** Whether a notification was sent before this time, in milliseconds since 1970. */
    hasDeliveriesBefore: async (time: number): Promise<boolean> =>
      (await run("SELECT 1 FROM mails WHERE sent_at < $1 AND state = 'sent' AND kind = 'notice' LIMIT 1", [time]))
        .length > 0,
    /** When the oldest submission was received. Null: there are no submissions. */
    firstReceivedAt: async (): Promise<number | null> =>
      (await oneRow<{ time: number | null }>(run, 'SELECT min(received_at) AS time FROM submissions')).time,
    /** By the number of days since 1970. `offset`: milliseconds by which local days begin before UTC days, as in South Africa. */
    countByDay: ({ from, to }: Between, offset: number) =>
      run<Readonly<Record<'day' | 'orders' | 'messages', number>>>(
        `SELECT (received_at + CAST($3 AS BIGINT)) / ${day} AS day, count(*) FILTER (WHERE kind = 'order') AS orders,
           count(*) FILTER (WHERE kind = 'contact') AS messages
         FROM submissions WHERE received_at >= $1 AND received_at < $2 GROUP BY 1`,
        [from, to, offset],
      ),
    /** Counts the submissions of a period by the whole seconds from their receipt to the delivery or arrival of their notification. */
    secondsUntil: (end: 'deliveredAt' | 'arrivedAt', { from, to }: Between) =>
      run<{ readonly seconds: number; readonly amount: number }>(
        `SELECT ("${end}" - "receivedAt") / 1000 AS seconds, count(*) AS amount FROM listed_submissions
         WHERE "receivedAt" >= $1 AND "receivedAt" < $2 AND "${end}" IS NOT NULL GROUP BY 1`,
        [from, to],
      ),
    /** When the mailbox was last read, how many notifications are missing, and how many of all stored notifications were found in Junk. */
    mailbox: () =>
      oneRow<{ lookedAt: number | null; missing: number; inJunk: number }>(
        run,
        `SELECT (SELECT looked_at FROM mailbox) AS "lookedAt", (SELECT count(*) FROM ${missingMails}) AS missing,
          (SELECT count(*) FROM mails WHERE folder = 'Junk' AND kind = 'notice') AS "inJunk"`,
      ),
  };
}
