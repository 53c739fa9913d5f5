import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { giveToOwner } from '../../config/dataDirectory.ts';
import { deadlines } from '../../lib/deadlines.ts';
import { OperatorError } from '../../lib/errors.ts';
import { sqliteCode, sqliteCodes } from './sqliteDatabase.ts';

/**
 * Takes an exclusive lock on a data directory. The only server of the directory holds `owner.lock`. A command that makes, restores or erases backups
 * holds `operator.lock`, so that no backup made at the same time brings erased data back. Returns undefined if another process keeps
 * the lock for `timeout` milliseconds. This wait blocks the event loop. The lock is SQLite's lock on a file. A lock is never stale: the
 * operating system releases it when the process ends. Close the returned database to release the lock. Throws SQLite's errors.
 */
export function lockDirectory(
  directory: string,
  name: 'owner.lock' | 'operator.lock',
  timeout: number,
): DatabaseSync | undefined {
  const file = path.join(directory, name);
  const lock = new DatabaseSync(file, { timeout });
  try {
    lock.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
    giveToOwner(file, directory);
  } catch (error) {
    lock.close();
    if (sqliteCode(error) !== sqliteCodes.busy) throw error;
    return undefined;
  }
  return lock;
}

/** Runs `work` under the operator's lock. Rejects with an `OperatorError` if another command keeps the lock for half a minute. */
export async function underOperatorLock<Result>(directory: string, work: () => Promise<Result>): Promise<Result> {
  const end = Date.now() + deadlines.operator.otherCommand;
  for (;;) {
    using lock = lockDirectory(directory, 'operator.lock', 0);
    if (lock) return await work();
    if (Date.now() > end)
      throw new OperatorError(`Another command is at work in ${directory}: try again when it has ended.`);
    await sleep(50);
  }
}

/** Runs `work` under both locks of a data directory. Rejects with an `OperatorError` if a server is using the directory. */
export async function withoutServer<Result>(directory: string, work: () => Promise<Result>): Promise<Result> {
  using server = lockDirectory(directory, 'owner.lock', 0);
  if (!server)
    throw new OperatorError(
      `A server, or another move or restore, is running on ${directory}: stop it first (systemctl stop website.socket website).`,
    );
  return await underOperatorLock(directory, work);
}
