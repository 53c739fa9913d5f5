import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { deadlines } from '../../lib/deadlines.ts';
import type { DeliveryState } from '../store.ts';
import type { SubmissionCount, SubmissionStatistics } from '../submissionStatistics.ts';
import { refuseOther } from './sqliteDatabase.ts';
import { migrations } from './sqliteSchema.ts';

/**
 * Runs `work` on the database of a server that may be running, which is opened for reading only; undefined where there is
 * none. Rejects with SQLite's errors, and with an `Error` for the file of a version that does not work with this one.
 */
export async function readSqliteStatistics<Result>(
  file: string,
  work: (statistics: SubmissionStatistics) => Promise<Result>,
): Promise<Result | undefined> {
  if (!existsSync(file)) return undefined;
  const database = new DatabaseSync(file, { readOnly: true, timeout: deadlines.store.sqliteLock });
  try {
    refuseOther(database, file, migrations.length);
    // All numbers are of the same moment.
    database.exec('BEGIN');
    return await work(statisticsIn(database));
  } finally {
    database.close();
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
  };
}
