import { accessSync, constants } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { commandLine } from '../../config/commandLine.ts';
import { dataEntries } from '../../config/dataDirectory.ts';
import { deadlines } from '../../lib/deadlines.ts';
import { configurationExitCode, OperatorError } from '../../lib/errors.ts';
import { syncToDisk } from '../../lib/syncToDisk.ts';
import { newest, oldestProgramOf, type SchemaState, schemaFault, sqliteMigrations } from '../migrations/migrations.ts';

export function databaseFile(dataDirectory: string): string {
  return path.join(dataDirectory, dataEntries.database.name);
}

/** `FULL`: a commit returns only after it has reached the disk. `secure_delete`: SQLite overwrites deleted content. */
const durable = 'PRAGMA synchronous = FULL; PRAGMA secure_delete = ON;';

/** The primary result codes of SQLite that this program handles: https://www.sqlite.org/rescode.html */
export const sqliteCodes = {
  busy: 5,
  readOnly: 8,
  damaged: 11,
  full: 13,
  cannotOpen: 14,
  constraint: 19,
  notADatabase: 26,
} as const;

/** The primary result code of an SQLite error; undefined for other errors. */
export function sqliteCode(error: unknown): number | undefined {
  const { errcode } = error as { errcode?: unknown };
  return typeof errcode === 'number' ? errcode & 0xff : undefined;
}

export function isDamage(error: unknown): boolean {
  const code = sqliteCode(error);
  return code === sqliteCodes.damaged || code === sqliteCodes.notADatabase;
}

const remedy = `restore a backup with "${commandLine} restore", or move it away to begin with an empty one`;

/** Why a file cannot be used, by the error code of SQLite or of the operating system. */
const reasons: readonly (readonly [reason: string, codes: readonly unknown[]])[] = [
  ['is busy: another process has been using it for seconds; try again', [sqliteCodes.busy]],
  [
    'cannot be used: run this as the user that owns it',
    [sqliteCodes.readOnly, sqliteCodes.cannotOpen, 'EACCES', 'EPERM'],
  ],
  [`is damaged: ${remedy}`, [sqliteCodes.damaged]],
  [`is no database: ${remedy}`, [sqliteCodes.notADatabase]],
  ['cannot be written: its disk is full', [sqliteCodes.full, 'ENOSPC', 'EDQUOT']],
  ['cannot be written: its disk is read-only, or ReadWritePaths of the unit lacks its folder', ['EROFS']],
  ['cannot be written: there is no such folder', ['ENOENT', 'ENOTDIR']],
];

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
  const [reason = 'cannot be used'] = reasons.find(([, codes]) => codes.includes(number ?? code)) ?? [];
  return new OperatorError(`${file} ${reason} (${message}).`, { cause: error });
}

/** Converts an error of opening the file to an `OperatorError` if waiting cannot cure it. A full disk or a lock may pass. */
export function openingFault(file: string, error: unknown): unknown {
  const fault = isDamage(error) || finalWhenOpening.has(sqliteCode(error)) ? fileFault(file, error) : error;
  if (!(fault instanceof OperatorError)) return error;
  return new OperatorError(`DATA_DIR: ${fault.message}`, { exitCode: configurationExitCode, cause: error });
}

export function schemaVersion(database: DatabaseSync): number {
  return (database.prepare('PRAGMA user_version').get() as { user_version: number }).user_version;
}

/** Without a record of the oldest version that works with the database, this is the database's own version. */
function schemaState(database: DatabaseSync): SchemaState {
  const version = schemaVersion(database);
  const isRecorded = database.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'compatibility'").get();
  const recorded = 'SELECT works_from AS "worksFrom" FROM compatibility WHERE version = ?';
  return { version, worksFrom: version, ...(isRecorded && database.prepare(recorded).get(version)) };
}

export function refuseOther(
  database: DatabaseSync,
  file: string,
  { isChanged = false, latest = newest(sqliteMigrations) } = {},
): void {
  const fault = schemaFault(file, schemaState(database), latest, isChanged);
  if (fault) throw new OperatorError(`${fault}.`);
}

/**
 * Opens or creates the file for writing, and applies the missing steps. With `check`, throws now if the file is damaged, and not
 * at a later read. Throws SQLite's errors, and an `OperatorError` for the file of a newer version.
 */
export function openSqlite(file: string, { check }: { check: boolean }, steps = sqliteMigrations): DatabaseSync {
  using opened = new DisposableStack();
  const database = opened.use(new DatabaseSync(file, { timeout: deadlines.store.sqliteLock }));
  const version = schemaVersion(database);
  const isNew = version === 0 && database.prepare('SELECT 1 FROM sqlite_schema').get() === undefined;
  // This comes before the first write, so that another program's database stays as it is.
  if (!isNew) refuseOther(database, file, { isChanged: true, latest: newest(steps) });
  // WAL lets the operator's commands read while the server writes. About power cuts: docs/decisions/0028-power-cut.md.
  database.exec(`PRAGMA journal_mode = WAL; ${durable}`);
  if (check) {
    const { quick_check: found } = database.prepare('PRAGMA quick_check(1)').get() as { quick_check: string };
    if (found !== 'ok') throw Object.assign(new Error(found), { errcode: sqliteCodes.damaged });
  }
  // If a statement fails, closing the database rolls the transaction back.
  database.exec('BEGIN IMMEDIATE');
  // The write-ahead log is a new file in the database's folder. SQLite syncs this folder too, but ignores an error of its sync.
  syncToDisk(path.dirname(file));
  const missing = steps.filter((step) => step.version > version);
  if (missing.length > 0) {
    for (const { sql } of missing) database.exec(sql);
    database.exec(`DROP TABLE IF EXISTS compatibility;
      CREATE TABLE compatibility (version INTEGER NOT NULL, works_from INTEGER NOT NULL) STRICT;
      INSERT INTO compatibility VALUES (${newest(steps)}, ${oldestProgramOf(steps)});
      PRAGMA user_version = ${newest(steps)}`);
  }
  database.exec('COMMIT');
  // Copies the write-ahead log to the file. After a failed sync, the log may be only in memory, and no later sync would write it.
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  opened.move();
  return database;
}

/** Opens the file of a server that may be running. Never creates or migrates the file. Throws like `refuseOther`. */
export function openExistingSqlite(file: string): DatabaseSync {
  using opened = new DisposableStack();
  const database = opened.use(new DatabaseSync(file, { timeout: deadlines.store.sqliteLock }));
  refuseOther(database, file);
  database.exec(durable);
  opened.move();
  return database;
}
