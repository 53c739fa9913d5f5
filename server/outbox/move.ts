import path from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { giveToOwner } from '../config/dataDirectory.ts';
import { deadlines } from '../lib/deadlines.ts';
import { OperatorError } from '../lib/errors.ts';
import { oneRow, type Run, type Value } from './database.ts';
import { databaseFaultSentence } from './postgres/databaseFault.ts';
import { advisoryLocks, openPostgres, sqlState } from './postgres/postgresDatabase.ts';
import { changeSchema, faultsOf, tablesFault } from './postgres/postgresSchema.ts';
import { withoutServer } from './sqlite/directoryLock.ts';
import { databaseFile, fileFault, openExistingSqlite, openSqlite } from './sqlite/sqliteDatabase.ts';
import { databaseOn } from './sqlite/sqliteQueue.ts';

/** The moved tables, with their keys. A table comes after the tables that it refers to. `rate_limits` and `probe` need no move. */
const keys = {
  secrets: 'name',
  flood: 'began_at',
  used_tokens: 'id',
  submissions: 'reference',
  mails: 'message_id',
  mailbox: 'singleton',
} as const;
const movedTables = Object.keys(keys) as (keyof typeof keys)[];

type Row = { readonly [column: string]: Value };
/** The number of rows of each moved table. */
export type Moved = Readonly<Record<keyof typeof keys, number>>;

/** The source or target of a move, in a transaction while nobody else writes. `name`: the name for messages, without password. */
export type MoveEnd = { readonly name: string; readonly run: Run };

/** Where a database is: in an SQLite file, or on PostgreSQL under a URL like DATABASE_URL. */
export type Place = { readonly file: string } | { readonly databaseUrl: string };

const rowsAtATime = 500;

async function countRows({ run }: MoveEnd): Promise<Moved> {
  const counts: { [table: string]: number } = {};
  for (const table of movedTables)
    counts[table] = (await oneRow<{ amount: number }>(run, `SELECT count(*) AS amount FROM ${table}`)).amount;
  return counts as Moved;
}

async function copyTable(table: keyof Moved, source: MoveEnd, target: MoveEnd): Promise<void> {
  const key = keys[table];
  let last: Row | undefined;
  do {
    const rest = last ? `WHERE ${key} > $1` : '';
    const sql = `SELECT * FROM ${table} ${rest} ORDER BY ${key} LIMIT ${rowsAtATime}`;
    const rows = await source.run<Row>(sql, last && [last[key] ?? null]);
    for (const row of rows) {
      const columns = Object.keys(row);
      const parameters = columns.map((_column, index) => `$${index + 1}`);
      await target.run(`INSERT INTO ${table} (${columns}) VALUES (${parameters})`, Object.values(row));
    }
    last = rows.at(-1);
    // Calls of SQLite block the event loop. Without this turn of the event loop, Ctrl-C would work only after the last row.
    await nextTurn();
  } while (last);
}

/**
 * Copies everything from `source` to `target`, and does not change `source`. Rejects with an `OperatorError` if `target` holds
 * submissions or used captcha tokens. Deletes its other rows, such as the signing secret of a server that was only tried out.
 */
export async function move(source: MoveEnd, target: MoveEnd): Promise<Moved> {
  const [all, present] = [await countRows(source), await countRows(target)];
  if (present.submissions + present.used_tokens > 0)
    throw new OperatorError(`${target.name} holds other data: name an empty database.`);
  for (const table of movedTables.toReversed()) await target.run(`DELETE FROM ${table}`);
  for (const table of movedTables) await copyTable(table, source, target);
  const moved = await countRows(target);
  for (const table of movedTables)
    if (moved[table] !== all[table])
      throw new OperatorError(`${target.name} does not hold all of ${source.name}: run this again.`);
  return moved;
}

/** The name of a place for messages, without user and password. */
export function nameOf(place: Place): string {
  if ('file' in place) return place.file;
  const { protocol, host, pathname } = new URL(place.databaseUrl);
  return `${protocol}//${host}${pathname}`;
}

type Work<Result> = (end: MoveEnd) => Promise<Result>;

async function withPostgres<Result>(databaseUrl: string, isTarget: boolean, work: Work<Result>): Promise<Result> {
  const name = nameOf({ databaseUrl });
  await using database = openPostgres(databaseUrl, { connections: 1, timeout: deadlines.operator.table });
  try {
    const [fault] = isTarget ? await faultsOf(database.run) : [await tablesFault(database.run, name)];
    if (fault) throw fault instanceof Error ? fault : new OperatorError(`${name}: ${fault}.`);
    if (isTarget) await changeSchema(database);
    return await database.transaction(async (run) => {
      // Running servers hold this lock. One of them may be ending.
      await run("SET LOCAL lock_timeout = '1s'");
      await run(`SELECT pg_advisory_xact_lock(${advisoryLocks.server})`).catch((error: unknown) => {
        // `lock_not_available`, after `lock_timeout`: https://www.postgresql.org/docs/current/errcodes-appendix.html
        if (sqlState(error) !== '55P03') throw error;
        throw new OperatorError(
          `A server works with ${name}: stop it first (systemctl stop website.socket website), on each machine.`,
        );
      });
      // A running server does not hold this lock while its listening connection is broken, but could write. So lock the tables too.
      await run(`SET LOCAL lock_timeout = ${deadlines.operator.tableLock}`);
      await run(`LOCK TABLE ${movedTables} IN SHARE MODE`);
      return work({ name, run });
    });
  } catch (error) {
    const sentence = databaseFaultSentence(error, name);
    throw sentence === undefined ? error : new OperatorError(sentence, { cause: error });
  }
}

async function withSqlite<Result>(file: string, isTarget: boolean, work: Work<Result>): Promise<Result> {
  const directory = path.dirname(file);
  const workInFile = async () => {
    await using database = databaseOn(isTarget ? openSqlite(file, { check: true }) : openExistingSqlite(file));
    if (isTarget) giveToOwner(file, directory);
    return await database.transaction((run) => work({ name: file, run }));
  };
  try {
    // The database of a server always has the name that `databaseFile` gives. So no server uses a file with another name.
    return await (file === databaseFile(directory) ? withoutServer(directory, workInFile) : workInFile());
  } catch (error) {
    throw fileFault(file, error);
  }
}

/**
 * Runs `work` with the source or target of a move, while no server uses that database. Creates a missing target. When this
 * resolves, the changes are committed. Rejects with an `OperatorError` if the source is missing.
 */
export function withMoveEnd<Result>(place: Place, isTarget: boolean, work: Work<Result>): Promise<Result> {
  return 'file' in place ? withSqlite(place.file, isTarget, work) : withPostgres(place.databaseUrl, isTarget, work);
}
