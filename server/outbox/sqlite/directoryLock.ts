import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { giveToOwner } from '../../config/dataDirectory.ts';
import { deadlines } from '../../lib/deadlines.ts';
import { OperatorError } from '../../lib/errors.ts';
import { sqliteCode, sqliteCodes } from './sqliteDatabase.ts';

/**
 * `owner.lock`: held by the one server of a data directory. `operator.lock`: held by who makes, restores or erases copies,
 * so that nothing erased comes back by a copy that was under way.
 */
type LockName = 'owner.lock' | 'operator.lock';

/**
 * Takes an exclusive lock on a data directory; undefined if another process keeps it for `timeout` milliseconds, which
 * block the event loop. It is SQLite's lock on a file, which the operating system releases however the process ends: it
 * is never stale. Closing what this returns releases it. Throws SQLite's errors.
 */
export function lockDirectory(directory: string, name: LockName, timeout: number): DatabaseSync | undefined {
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

/** Runs `work` under the operator's lock. Rejects with a `OperatorError` if another command keeps it for half a minute. */
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

/** Runs `work` under both locks of a data directory. Rejects with a `OperatorError` if a server is running on it. */
export async function withoutServer<Result>(directory: string, work: () => Promise<Result>): Promise<Result> {
  using server = lockDirectory(directory, 'owner.lock', 0);
  if (!server)
    throw new OperatorError(
      `A server, or another move or restore, is running on ${directory}: stop it first (systemctl stop website.socket website).`,
    );
  return await underOperatorLock(directory, work);
}
