import { inPages } from '../lib/inPages.ts';
import { type Database, oneRow, type Run } from './database.ts';
import type { ArrivedMail } from './mailbox.ts';
import { type Arrival, configurationFault } from './mails.ts';
import type { NewSubmission } from './submission.ts';
import type { DeliveryState } from './submissions.ts';

/** Mail is held up when the oldest pending submission is older than this, in milliseconds. */
export const backlogAge = 15 * 60 * 1000;

/** A submission from a time later than this from now is from the future, in milliseconds. */
export const clockTolerance = 5 * 60 * 1000;

/** How many submissions are in each state, and when the oldest pending one was received or last retried. */
export type States = {
  readonly counts: { readonly [State in DeliveryState]: number };
  readonly oldestPendingAt: number | null;
};

/** What is known of all submissions. Times are milliseconds since 1970. */
export type StoreStatus = States & {
  /** In milliseconds; 0: nothing is pending. */
  readonly oldestPendingAge: number;
  /** Of the newest submission whose last attempt failed. The text may quote the mail. */
  readonly lastError: { readonly reference: string; readonly text: string } | null;
  readonly lastDeliveredAt: number | null;
  /** How many wait because the configuration of mail was at fault at their last attempt. */
  readonly misconfigured: number;
  /** Milliseconds since the newest submission was received; negative: it is from the future. Null: there is none. */
  readonly newestAge: number | null;
};

/** When the newest submission of those delivered before a time was received, the next after that, and the newest of all. */
type OldDeliveries = Readonly<Record<'last' | 'next' | 'newest', number | null>>;

/** Milliseconds since 1970: the first included, the last not. */
type Between = { readonly from: number; readonly to: number };

/** How many submissions of one kind and plan were received on one day. */
export type SubmissionCount = {
  /** The number of days since 1970. */
  readonly day: number;
  readonly kind: NewSubmission['kind'];
  readonly planId: string | null;
  readonly amount: number;
};

const rowsAtATime = 10_000;
const day = 24 * 60 * 60 * 1000;

async function statesIn(run: Run): Promise<States> {
  type Found = Pick<States, 'oldestPendingAt'> & { total: number; pending: number; failed: number };
  const { oldestPendingAt, total, pending, failed } = await oneRow<Found>(
    run,
    `SELECT (SELECT count(*) FROM submissions) AS total,
      (SELECT count(*) FROM mails WHERE state = 'failed' AND kind = 'notice') AS failed,
      (SELECT count(*) FROM mails WHERE state = 'pending' AND kind = 'notice') AS pending,
      (SELECT min(pending_since) FROM mails WHERE state = 'pending' AND kind = 'notice') AS "oldestPendingAt"`,
  );
  return { counts: { pending, delivered: total - pending - failed, failed }, oldestPendingAt };
}

export type ReportStatistics = ReturnType<typeof reportStatistics>;

/** What a report may know of submissions, nothing personal. `run`: of one transaction. */
function reportStatistics(run: Run) {
  return {
    /** When the first of them all was received. */
    firstReceivedAt: async (): Promise<number | undefined> =>
      (await oneRow<{ time: number | null }>(run, 'SELECT min(received_at) AS time FROM submissions')).time ??
      undefined,
    states: () => statesIn(run),
    /** `offset`: the milliseconds by which days begin before those of UTC. */
    countByDay: ({ from, to }: Between, offset: number): Promise<SubmissionCount[]> =>
      run<SubmissionCount>(
        `SELECT (received_at + CAST($3 AS BIGINT)) / ${day} AS day, kind, plan_id AS "planId", count(*) AS amount
         FROM submissions WHERE received_at >= $1 AND received_at < $2 GROUP BY 1, 2, 3`,
        [from, to, offset],
      ),
    /** Calls `take` with the milliseconds from answer to delivery, for each that was received in this time. */
    eachDeliveryTime: async ({ from, to }: Between, take: (milliseconds: number) => void): Promise<void> => {
      type Delivered = { readonly reference: string; readonly receivedAt: number; readonly deliveredAt: number };
      const pages = inPages<Delivered>(rowsAtATime, (last) =>
        run<Delivered>(
          `SELECT reference, "receivedAt", "deliveredAt" FROM listed_submissions
           WHERE ("receivedAt", reference) > ($1, $2) AND "receivedAt" < $3 AND "deliveredAt" >= "receivedAt"
           ORDER BY "receivedAt", reference LIMIT ${rowsAtATime}`,
          [last?.receivedAt ?? from, last?.reference ?? '', to],
        ),
      );
      for await (const rows of pages) for (const { receivedAt, deliveredAt } of rows) take(deliveredAt - receivedAt);
    },
    /** When the mailbox was last looked into, and how many mails were missing then. */
    lastLook: () =>
      oneRow<{ lookedAt: number | null; missing: number }>(
        run,
        `SELECT (SELECT looked_at FROM mailbox) AS "lookedAt", (SELECT count(*) FROM missing_mails) AS missing`,
      ),
    /** Calls `take` with each mail to the operator that was sent in this time and found in the mailbox. */
    eachArrival: async (
      { from, to }: Between,
      take: (arrival: Pick<Arrival, 'folder'> & Pick<ArrivedMail, 'milliseconds'>) => void,
    ): Promise<void> => {
      type Arrived = Pick<Arrival, 'folder'> &
        Pick<ArrivedMail, 'messageId' | 'milliseconds'> & { readonly sentAt: number };
      const pages = inPages<Arrived>(rowsAtATime, (last) =>
        run<Arrived>(
          `SELECT message_id AS "messageId", sent_at AS "sentAt", folder, arrived_at - sent_at AS milliseconds FROM mails
           WHERE (sent_at, message_id) > ($1, $2) AND sent_at < $3 AND arrived_at >= sent_at AND kind = 'notice'
           ORDER BY sent_at, message_id LIMIT ${rowsAtATime}`,
          [last?.sentAt ?? from, last?.messageId ?? '', to],
        ),
      );
      for await (const mails of pages) for (const mail of mails) take(mail);
    },
  };
}

/** What is known of all submissions together. */
export function statisticsIn({ dialect: { now }, run, transaction }: Database) {
  return {
    status: async (): Promise<StoreStatus> => {
      const states = await statesIn(run);
      type Found = Pick<StoreStatus, 'lastDeliveredAt' | 'misconfigured'> & { time: number; newestAt: number | null };
      const { time, newestAt, ...found } = await oneRow<Found>(
        run,
        `SELECT ${now} AS time, (SELECT max(received_at) FROM submissions) AS "newestAt",
          (SELECT max(sent_at) FROM mails WHERE sent_at IS NOT NULL AND kind = 'notice') AS "lastDeliveredAt",
          (SELECT count(*) FROM mails WHERE state = 'pending' AND kind = 'notice'
            AND last_error LIKE '${configurationFault}%') AS misconfigured`,
      );
      const [lastError = null] = await run<{ reference: string; text: string }>(
        `SELECT reference, last_error AS text FROM mails WHERE last_error IS NOT NULL AND kind = 'notice'
         ORDER BY pending_since DESC LIMIT 1`,
      );
      const { oldestPendingAt } = states;
      return {
        ...states,
        oldestPendingAge: oldestPendingAt === null ? 0 : Math.max(time - oldestPendingAt, 0),
        newestAge: newestAt === null ? null : time - newestAt,
        lastError,
        ...found,
      };
    },
    /** Of the submissions delivered before a time, and of their neighbours. */
    oldDeliveries: (time: number): Promise<OldDeliveries> =>
      // Mails leave soon: the search among those received before ends at one of the first.
      oneRow<OldDeliveries>(
        run,
        `SELECT last, (SELECT min(received_at) FROM submissions WHERE received_at > last) AS next,
          (SELECT max(received_at) FROM submissions) AS newest
         FROM (SELECT (SELECT received_at FROM submissions AS s WHERE received_at < $1 AND EXISTS (SELECT 1 FROM mails AS m
            WHERE m.reference = s.reference AND m.state = 'sent' AND m.kind = 'notice' AND m.sent_at < $1)
          ORDER BY received_at DESC LIMIT 1) AS last) AS old`,
        [time],
      ),
    /** Runs `work` with what a report may know, all of the same moment. */
    forReport: <Result>(work: (statistics: ReportStatistics) => Promise<Result>): Promise<Result> =>
      transaction((inside) => work(reportStatistics(inside)), { isReading: true }),
  };
}
