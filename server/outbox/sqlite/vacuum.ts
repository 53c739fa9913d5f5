import { setTimeout as sleep } from 'node:timers/promises';
import { deadlines } from '../../lib/deadlines.ts';
import type { Run } from '../database.ts';

/**
 * Removes deleted rows from the database and from its log of changes, which readers may keep for a while. Rejects with an `Error` of
 * one sentence if one keeps it for long.
 */
export async function vacuum(run: Run): Promise<void> {
  await run('VACUUM');
  const end = performance.now() + deadlines.operator.checkpoint;
  // Who waits for a checkpoint keeps others from writing.
  await run('PRAGMA busy_timeout = 0');
  try {
    while ((await run<{ busy: number }>('PRAGMA wal_checkpoint(TRUNCATE)'))[0]?.busy !== 0) {
      if (performance.now() > end)
        throw new Error('Erased, but another command still reads what was there before: run purge when it has ended.');
      await sleep(50);
    }
  } finally {
    await run(`PRAGMA busy_timeout = ${deadlines.store.sqliteLock}`);
  }
}
