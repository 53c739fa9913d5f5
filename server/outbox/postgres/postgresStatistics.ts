import { deadlines } from '../../lib/deadlines.ts';
import type { SubmissionStatistics } from '../submissionStatistics.ts';
import { statisticsOn } from '../tables/statistics.ts';
import { openDatabase } from './database/database.ts';
import { schemaState, tablesFault } from './postgresSchema.ts';

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
