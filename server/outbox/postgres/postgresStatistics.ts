import { deadlines } from '../../lib/deadlines.ts';
import type { DeliveryState } from '../store.ts';
import type { SubmissionCount, SubmissionStatistics } from '../submissionStatistics.ts';
import { openDatabase, type Run } from './database/database.ts';
import { schemaState, tablesFault } from './postgresSchema.ts';

const rowsAtATime = 10_000;

/**
 * Runs `work` on the database of servers that may be running, in one transaction that only reads; undefined where no server
 * has made its tables. Rejects with the errors of PostgreSQL and of the connection, and with an `Error` for tables of
 * another version.
 */
export async function readPostgresStatistics<Result>(
  databaseUrl: string,
  work: (statistics: SubmissionStatistics) => Promise<Result>,
): Promise<Result | undefined> {
  const database = openDatabase(databaseUrl, { connections: 1, timeout: deadlines.operator.statement });
  try {
    return await database.transaction(async (run) => {
      await run('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY');
      if (!(await schemaState(run))) return undefined;
      const fault = await tablesFault(run, 'The database of DATABASE_URL');
      if (fault) throw new Error(fault);
      return work(statisticsOn(run));
    });
  } finally {
    await database.close();
  }
}

function statisticsOn(run: Run): SubmissionStatistics {
  const timeOf = async (sql: string): Promise<number | undefined> => {
    const [{ time }] = (await run(sql)) as [{ time: number | null }];
    return time ?? undefined;
  };
  return {
    firstReceivedAt: () => timeOf('SELECT min(received_at) AS time FROM submissions'),
    oldestPendingAt: () => timeOf("SELECT min(received_at) AS time FROM submissions WHERE state = 'pending'"),
    countStates: async () => {
      const counts = { pending: 0, delivered: 0, failed: 0 };
      const rows = await run<{ state: DeliveryState; amount: number }>(
        'SELECT state, count(*) AS amount FROM submissions GROUP BY state',
      );
      for (const { state, amount } of rows) counts[state] = amount;
      return counts;
    },
    countByDay: ({ from, to }, offset) =>
      run<SubmissionCount>(
        `SELECT (received_at + $3::bigint) / 86400000 AS day, kind, plan_id AS "planId", count(*) AS amount FROM submissions
         WHERE received_at >= $1 AND received_at < $2 GROUP BY 1, 2, 3`,
        [from, to, offset],
      ),
    eachDeliveryTime: async ({ from, to }, take) => {
      await run(
        `DECLARE times NO SCROLL CURSOR FOR SELECT delivered_at - received_at AS time FROM submissions
         WHERE received_at >= $1 AND received_at < $2 AND delivered_at >= received_at`,
        [from, to],
      );
      let rows: { time: number }[];
      do {
        rows = await run<{ time: number }>(`FETCH ${rowsAtATime} FROM times`);
        for (const { time } of rows) take(time);
      } while (rows.length > 0);
      await run('CLOSE times');
    },
  };
}
