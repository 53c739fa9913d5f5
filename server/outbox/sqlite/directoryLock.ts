import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { dataEntries, giveToOwner } from '../../config/dataDirectory.ts';
import { deadlines } from '../../lib/deadlines.ts';
import { OperatorError } from '../../lib/errors.ts';
import { sqliteCode, sqliteCodes } from './sqliteDatabase.ts';

/**
 * Takes one of the exclusive locks on a data directory. The directory's only server holds `owner.lock`. A command that makes,
 * restores or erases backups holds `operator.lock`, so that no backup made during an erasure keeps erased data. Undefined: another
 * process still holds the lock after `timeout` milliseconds, which block the event loop. Closing the returned database, or the end
 * of the process, releases the lock. Throws SQLite's errors.
 */
export function lockDirectory(directory: string, name: string, timeout: number): DatabaseSync | undefined {
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

/** Runs `work` while holding `operator.lock`. Rejects with an `OperatorError` if another command holds it for half a minute. */
export async function underOperatorLock<Result>(directory: string, work: () => Promise<Result>): Promise<Result> {
  const end = Date.now() + deadlines.operator.otherCommand;
  for (;;) {
    using lock = lockDirectory(directory, dataEntries.operatorLock.name, 0);
    if (lock) return await work();
    if (Date.now() > end)
      throw new OperatorError(`Another command is at work in ${directory}: try again when it has ended.`);
    await sleep(50);
  }
}

/** Runs `work` while holding both locks. Rejects with an `OperatorError` if a server, a move or a restore uses the directory. */
export async function withoutServer<Result>(directory: string, work: () => Promise<Result>): Promise<Result> {
  using server = lockDirectory(directory, dataEntries.serverLock.name, 0);
  if (!server)
    throw new OperatorError(
      `A server, or another move or restore, is running on ${directory}: stop it first (systemctl stop website.socket website).`,
    );
  return await underOperatorLock(directory, work);
}
