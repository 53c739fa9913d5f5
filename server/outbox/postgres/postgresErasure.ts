import { deadlines } from '../../lib/deadlines.ts';
import type { ErasableStore } from '../erasableStore.ts';
import { erasableOn } from '../tables/erasure.ts';
import { openDatabase } from './database/database.ts';
import { tablesFault } from './postgresSchema.ts';

/**
 * Opens the database of servers that may be running, for one erasure. Creates nothing. Rejects, like its calls, with the
 * errors of PostgreSQL and of the connection, and with an `Error` for tables of another version.
 */
export async function openPostgresErasableStore(databaseUrl: string): Promise<ErasableStore> {
  const database = openDatabase(databaseUrl, { connections: 1, timeout: deadlines.operator.table });
  try {
    const fault = await tablesFault(database.run, 'The database of DATABASE_URL');
    if (fault) throw new Error(fault);
  } catch (error) {
    await database.close();
    throw error;
  }
  return {
    file: undefined,
    ...erasableOn(database, true),
    // Also where there was nothing to delete: an erasure before this one may have been killed.
    removeRemnants: async () => {
      await database.run('VACUUM submissions, mails, mail_submissions, waiting');
    },
  };
}
