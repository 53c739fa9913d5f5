import { existsSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { giveToOwner } from '../../config/dataDirectory.ts';
import { deadlines } from '../../lib/deadlines.ts';
import { sync } from '../../lib/sync.ts';
import type { ErasableStore } from '../erasableStore.ts';
import { namesAddress } from '../erasureTarget.ts';
import { type Row, toSubmission } from '../row.ts';
import { lockDirectory } from './directoryLock.ts';
import { newRemnantSearch, type RemnantSearch } from './remnants.ts';
import { databaseFile, inTransaction, openDatabaseBesideServer } from './sqliteDatabase.ts';
import { addAddressFunction, matchingIn } from './sqliteErasureTarget.ts';
import { migrations } from './sqliteSchema.ts';

/** Rows in one transaction: it keeps the server from writing for some milliseconds. */
const rowsAtATime = 100;
/** Between two transactions, so that the server gets its turn. */
const pause = 10;
const pollInterval = 50;

/** Runs `work` with a connection to the database beside the server. */
function withDatabase<Result>(dataDirectory: string, work: (database: DatabaseSync) => Result): Result {
  const database = openDatabaseBesideServer(databaseFile(dataDirectory), migrations.length);
  try {
    return work(database);
  } finally {
    database.close();
  }
}

function mentioning(database: DatabaseSync, address: string): string[] {
  addAddressFunction(database);
  database.function('names', { varargs: true }, (...texts) => Number(namesAddress(texts, address)));
  return database
    .prepare(
      `SELECT reference FROM submissions WHERE address(email) IS NOT ? AND names(name, email, company, phone, message, last_error)
       ORDER BY received_at, reference`,
    )
    .all(address)
    .map(({ reference }) => String(reference));
}

/** Adds what is personal, or leads to it, in the order in which SQLite keeps it in a row. */
function addTexts(search: RemnantSearch, row: Row & { idempotency_key?: string | null }): void {
  search.add([row.name, row.email, row.company, row.phone, row.message].join(''));
  const { reference, last_error, body_hash, idempotency_key, confirmation_recipient } = row;
  const others = [reference, reference.toLowerCase(), last_error, body_hash, idempotency_key, confirmation_recipient];
  for (const text of others) if (text) search.add(text);
}

/** What to look for once these rows have been deleted. */
function remnantsOf(dataDirectory: string, references: readonly string[]): RemnantSearch {
  const search = newRemnantSearch();
  withDatabase(dataDirectory, (database) => {
    const byReference = database.prepare('SELECT * FROM submissions WHERE reference = ?');
    for (const reference of references) {
      const row = byReference.get(reference);
      if (row) addTexts(search, row as Row);
    }
  });
  return search;
}

async function eraseRows(dataDirectory: string, references: readonly string[]): Promise<void> {
  const isServed = isServerRunning(dataDirectory);
  const end = Date.now() + deadlines.operator.mail;
  let left = references;
  while (left.length > 0) {
    const [now, later] = [left.slice(0, rowsAtATime), left.slice(rowsAtATime)];
    const underWay = withDatabase(dataDirectory, (database) => {
      // A mail under way might be written after its submission has gone.
      const isFree = `NOT (state = 'pending' AND leased AND next_attempt_at > :now)
        AND NOT (confirmation IS 'sending' AND confirmation_at > :now)`;
      const erase = database.prepare(`DELETE FROM submissions WHERE reference = :reference AND (${isFree} OR :force)`);
      const isThere = database.prepare('SELECT 1 FROM submissions WHERE reference = ?');
      const force = Number(!isServed || Date.now() > end);
      return inTransaction(database, () =>
        now.filter((reference) => {
          erase.run({ reference, now: Date.now(), force });
          return isThere.get(reference) !== undefined;
        }),
      );
    });
    left = [...later, ...underWay];
    if (left.length > 0) await sleep(underWay.length > 0 ? pollInterval : pause);
  }
}

function isServerRunning(dataDirectory: string): boolean {
  const lock = lockDirectory(dataDirectory, 'owner.lock', 0);
  lock?.release();
  return lock === undefined;
}

/** Moves the write-ahead log into the database and empties it. False if somebody reads an earlier state for too long. */
async function emptyLog(dataDirectory: string): Promise<boolean> {
  const end = Date.now() + deadlines.operator.checkpoint;
  for (;;) {
    const isBusy = withDatabase(dataDirectory, (database) => {
      database.exec('PRAGMA busy_timeout = 0');
      return (database.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get() as { busy: number }).busy === 1;
    });
    if (!isBusy) return true;
    if (Date.now() > end) return false;
    await sleep(pollInterval);
  }
}

/** Whether a submission that stays has these bytes too, such as a line that each order has. */
function isKept(dataDirectory: string, fragment: Buffer): boolean {
  const texts = `name || email || company || phone || message || char(0) || reference || char(0) || lower(reference)
    || char(0) || ifnull(last_error, '') || char(0) || ifnull(body_hash, '') || char(0) || ifnull(idempotency_key, '')
    || char(0) || ifnull(confirmation_recipient, '')`;
  return withDatabase(dataDirectory, (database) => {
    const found = database.prepare(`SELECT 1 FROM submissions WHERE instr(CAST(${texts} AS BLOB), ?) LIMIT 1`);
    return found.get(fragment) !== undefined;
  });
}

/**
 * Removes what SQLite has left of the erased rows. `search`: undefined if they are not known any more.
 * docs/decisions/0027-erasure.md
 */
async function removeRemnants(dataDirectory: string, search: RemnantSearch | undefined): Promise<void> {
  const isEmpty = await emptyLog(dataDirectory);
  const fragments = isEmpty ? search?.fragmentsIn(databaseFile(dataDirectory)) : undefined;
  if (!fragments?.every((fragment) => isKept(dataDirectory, fragment)))
    withDatabase(dataDirectory, (database) => database.exec('VACUUM'));
  if (!(await emptyLog(dataDirectory)))
    throw new Error('Erased, but another command still reads what was there before: run purge when it has ended.');
}

/** The file that is there from before the first row is deleted until nothing is left of the rows. */
export function erasureMark(dataDirectory: string): string {
  return path.join(dataDirectory, 'erasing');
}

/** Makes the mark. A power cut must not keep the deletion and lose the mark. */
function beginErasing(dataDirectory: string): void {
  const mark = erasureMark(dataDirectory);
  writeFileSync(mark, '', { mode: 0o600 });
  giveToOwner(mark, dataDirectory);
  sync(dataDirectory);
}

/** The database of a data directory, for one erasure. Its calls reject with SQLite's errors. */
export function sqliteErasableStore(dataDirectory: string): ErasableStore {
  let search: RemnantSearch | undefined = newRemnantSearch();
  return {
    file: databaseFile(dataDirectory),
    now: async () => Date.now(),
    matching: async (target) => withDatabase(dataDirectory, (database) => matchingIn(database, target)),
    find: async (reference) =>
      withDatabase(dataDirectory, (database) => {
        const row = database.prepare('SELECT * FROM submissions WHERE reference = ?').get(reference);
        return row && toSubmission(row as Row);
      }),
    mentioning: async (address) => withDatabase(dataDirectory, (database) => mentioning(database, address)),
    deleteRows: async (references) => {
      // An erasure that was killed after deleting rows has left no trace of what to look for.
      search = existsSync(erasureMark(dataDirectory)) ? undefined : remnantsOf(dataDirectory, references);
      if (references.length > 0) beginErasing(dataDirectory);
      await eraseRows(dataDirectory, references);
    },
    removeRemnants: async () => {
      await removeRemnants(dataDirectory, search);
      rmSync(erasureMark(dataDirectory), { force: true });
    },
    close: async () => {},
  };
}
