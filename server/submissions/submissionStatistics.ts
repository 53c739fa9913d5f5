import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { busyTimeout, refuseOther } from './sqlite/sqliteDatabase.ts';
import { migrations } from './sqlite/sqliteSchema.ts';
import type { DeliveryState, NewSubmission } from './store.ts';

/** Milliseconds since 1970: the first included, the last not. */
export type Between = { readonly from: number; readonly to: number };

/** How many submissions of one kind and plan were received on one day. */
export type SubmissionCount = {
  /** The number of days since 1970. */
  readonly day: number;
  readonly kind: NewSubmission['kind'];
  readonly planId: string | null;
  readonly amount: number;
};

/** What a report may know of submissions: numbers and times, nothing personal. Times are milliseconds since 1970. */
export type SubmissionStatistics = {
  /** When the first of them all was received. */
  firstReceivedAt(): Promise<number | undefined>;
  /** All that is in the store, by state. */
  countStates(): Promise<{ readonly [State in DeliveryState]: number }>;
  oldestPendingAt(): Promise<number | undefined>;
  /** `offset`: the milliseconds by which days begin before those of UTC. */
  countByDay(between: Between, offset: number): Promise<readonly SubmissionCount[]>;
  /** Calls `take` with the milliseconds from answer to delivery, for each that was received in this time. */
  eachDeliveryTime(between: Between, take: (milliseconds: number) => void): Promise<void>;
  close(): Promise<void>;
};

/**
 * Opens the database of a server that may be running, for reading only. Undefined where there is none. Throws SQLite's
 * errors, and an `Error` for the file of a version that does not work with this one.
 */
export function openSubmissionStatistics(file: string): SubmissionStatistics | undefined {
  if (!existsSync(file)) return undefined;
  const database = new DatabaseSync(file, { readOnly: true, timeout: busyTimeout });
  try {
    refuseOther(database, file, migrations.length);
    // All numbers are of the same moment.
    database.exec('BEGIN');
    return statisticsIn(database);
  } catch (error) {
    database.close();
    throw error;
  }
}

function statisticsIn(database: DatabaseSync): SubmissionStatistics {
  const firstReceived = database.prepare('SELECT min(received_at) AS time FROM submissions');
  const oldestPending = database.prepare("SELECT min(received_at) AS time FROM submissions WHERE state = 'pending'");
  const states = database.prepare('SELECT state, count(*) AS amount FROM submissions GROUP BY state');
  const byDay = database.prepare(
    `SELECT CAST((received_at + :offset) / 86400000 AS INTEGER) AS day, kind, plan_id AS planId, count(*) AS amount FROM submissions
     WHERE received_at >= :from AND received_at < :to GROUP BY day, kind, plan_id`,
  );
  const times = database.prepare(
    `SELECT delivered_at - received_at AS time FROM submissions
     WHERE received_at >= :from AND received_at < :to AND delivered_at >= received_at`,
  );
  const timeFrom = (row: unknown) => (row as { time: number | null }).time ?? undefined;
  return {
    firstReceivedAt: async () => timeFrom(firstReceived.get()),
    oldestPendingAt: async () => timeFrom(oldestPending.get()),
    countStates: async () => {
      const counts = { pending: 0, delivered: 0, failed: 0 };
      for (const { state, amount } of states.all() as { state: DeliveryState; amount: number }[])
        counts[state] = amount;
      return counts;
    },
    countByDay: async (between, offset) => byDay.all({ ...between, offset }) as SubmissionCount[],
    eachDeliveryTime: async ({ from, to }, take) => {
      for (const row of times.iterate({ from, to })) take((row as { time: number }).time);
    },
    close: async () => database.close(),
  };
}
