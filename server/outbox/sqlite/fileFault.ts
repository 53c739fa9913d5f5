import { OperatorError } from '../../lib/errors.ts';
import { sqliteCode, sqliteCodes } from './sqliteDatabase.ts';

const isFull = 'cannot be written: its disk is full';
const isOfAnotherUser = 'cannot be read or written: run this as the user that the server runs as';
const hasNoFolder = 'cannot be written: there is no such folder';

/** The reasons by the code of SQLite or of the operating system. */
const reasons: Readonly<Record<string, string>> = {
  [sqliteCodes.busy]: 'is busy: another process has been using it for seconds; try again',
  [sqliteCodes.readOnly]: isOfAnotherUser,
  [sqliteCodes.cannotOpen]: isOfAnotherUser,
  [sqliteCodes.damaged]: 'is damaged: restore a backup',
  [sqliteCodes.notADatabase]: 'is no database: restore a backup',
  [sqliteCodes.full]: isFull,
  ENOSPC: isFull,
  EDQUOT: isFull,
  EACCES: isOfAnotherUser,
  EPERM: isOfAnotherUser,
  EROFS: 'cannot be written: its disk is read-only',
  ENOENT: hasNoFolder,
  ENOTDIR: hasNoFolder,
};

/** Describes an error of SQLite or the file system in one sentence about the file. Returns other errors unchanged. */
export function fileFault(file: string, error: unknown): unknown {
  const { code, message, syscall } = error as NodeJS.ErrnoException;
  const number = sqliteCode(error);
  if (number === undefined && syscall === undefined) return error;
  return new OperatorError(`${file} ${reasons[number ?? String(code)] ?? 'cannot be used'} (${message}).`, {
    cause: error,
  });
}
