import { accessSync, constants } from 'node:fs';
import path from 'node:path';
import { commandLine } from '../../config/commandLine.ts';
import { configurationExitCode, OperatorError } from '../../lib/errors.ts';
import { isDamage, sqliteCode, sqliteCodes } from './sqliteDatabase.ts';

const isFull = 'cannot be written: its disk is full';
const isOfAnotherUser = 'cannot be used: run this as the user that owns it';
const remedy = `restore a backup with "${commandLine} restore", or move it away to begin with an empty one`;
const hasNoFolder = 'cannot be written: there is no such folder';

/** Why a file cannot be used, by the error code of SQLite or of the operating system. */
const reasons: Readonly<Record<string, string>> = {
  [sqliteCodes.busy]: 'is busy: another process has been using it for seconds; try again',
  [sqliteCodes.readOnly]: isOfAnotherUser,
  [sqliteCodes.cannotOpen]: isOfAnotherUser,
  [sqliteCodes.damaged]: `is damaged: ${remedy}`,
  [sqliteCodes.notADatabase]: `is no database: ${remedy}`,
  [sqliteCodes.full]: isFull,
  ENOSPC: isFull,
  EDQUOT: isFull,
  EACCES: isOfAnotherUser,
  EPERM: isOfAnotherUser,
  EROFS: 'cannot be written: its disk is read-only, or ReadWritePaths of the unit lacks its folder',
  ENOENT: hasNoFolder,
  ENOTDIR: hasNoFolder,
};

const finalWhenOpening = new Set<number | undefined>([sqliteCodes.readOnly, sqliteCodes.cannotOpen]);

/** The operating system's error if it refuses to write to the file's folder: SQLite says only that it cannot open its files. */
function refusal(file: string): unknown {
  try {
    accessSync(path.dirname(file), constants.W_OK);
    return undefined;
  } catch (error) {
    return error;
  }
}

/** Describes an error of SQLite or the file system in one sentence about the file. Returns other errors unchanged. */
export function fileFault(file: string, error: unknown): unknown {
  const isUnwritable = finalWhenOpening.has(sqliteCode(error));
  const cause = (isUnwritable && refusal(file)) || error;
  const { code, message, syscall } = cause as NodeJS.ErrnoException;
  const number = sqliteCode(cause);
  if (number === undefined && syscall === undefined) return error;
  return new OperatorError(`${file} ${reasons[number ?? String(code)] ?? 'cannot be used'} (${message}).`, {
    cause: error,
  });
}

/** Converts an error of opening the file to an `OperatorError` if waiting cannot cure it. A full disk or a lock may pass. */
export function openingFault(file: string, error: unknown): unknown {
  const isFinal = isDamage(error) || finalWhenOpening.has(sqliteCode(error));
  const fault = isFinal ? fileFault(file, error) : error;
  if (!(fault instanceof OperatorError)) return error;
  return new OperatorError(`DATA_DIR: ${fault.message}`, { exitCode: configurationExitCode, cause: error });
}
