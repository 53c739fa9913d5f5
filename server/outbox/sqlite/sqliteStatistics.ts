import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { deadlines } from '../../lib/deadlines.ts';
import type { SubmissionStatistics } from '../submissionStatistics.ts';
import { statisticsOn } from '../tables/statistics.ts';
import { refuseOther } from './sqliteDatabase.ts';
import { runOn } from './sqliteQueue.ts';
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
    return await work(statisticsOn(async (sql, values) => runOn(database, sql, values) as never[]));
  } finally {
    database.close();
  }
}
