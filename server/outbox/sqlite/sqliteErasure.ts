import { setTimeout as sleep } from 'node:timers/promises';
import { deadlines } from '../../lib/deadlines.ts';
import type { ErasableStore } from '../erasableStore.ts';
import { erasableOn } from '../tables/erasure.ts';
import { lockDirectory } from './directoryLock.ts';
import { databaseFile, openDatabaseBesideServer } from './sqliteDatabase.ts';
import { migrations } from './sqliteSchema.ts';
import { databaseOn } from './sqliteStore.ts';

const pollInterval = 50;

function isServerRunning(dataDirectory: string): boolean {
  const lock = lockDirectory(dataDirectory, 'owner.lock', 0);
  lock?.release();
  return lock === undefined;
}

/** The database of a data directory, for one erasure. Its calls reject with SQLite's errors. Throws them too. */
export function sqliteErasableStore(dataDirectory: string): ErasableStore {
  const file = databaseFile(dataDirectory);
  const connection = openDatabaseBesideServer(file, migrations.length);
  return {
    file,
    ...erasableOn(databaseOn(connection), isServerRunning(dataDirectory)),
    // Also where there was nothing to delete: an erasure before this one may have been killed.
    removeRemnants: async () => {
      connection.exec('VACUUM');
      connection.exec('PRAGMA busy_timeout = 0');
      const end = Date.now() + deadlines.operator.checkpoint;
      // Moves the write-ahead log into the database and empties it.
      while (connection.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get()?.busy !== 0) {
        if (Date.now() > end)
          throw new Error(
            'Erased, but another command still reads what was there before: run purge when it has ended.',
          );
        await sleep(pollInterval);
      }
    },
  };
}
