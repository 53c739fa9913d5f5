import { existsSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { giveToOwner } from '../dataDirectory.ts';
import { sync } from '../sync.ts';
import { type Choice, comparableAddress } from './choice.ts';
import { type Row, toSubmission } from './row.ts';
import { eraseFromCopies } from './sqlite/copies.ts';
import { lockDirectory, underOperatorLock } from './sqlite/directoryLock.ts';
import { newRemnantSearch, type RemnantSearch } from './sqlite/remnants.ts';
import { databaseFile, inTransaction, openDatabaseBesideServer } from './sqlite/sqliteDatabase.ts';
import { migrations } from './sqlite/sqliteSchema.ts';
import type { Submission } from './store.ts';
import { eraseWrittenMail, type MailErasure } from './writtenMail.ts';

export type ErasureOptions = Pick<MailErasure, 'dataDirectory' | 'mailFrom' | 'mailTo' | 'unknownBefore'>;

/** Rows in one transaction: it keeps the server from writing for some milliseconds. */
const rowsAtATime = 100;
/** Between two transactions, so that the server gets its turn. */
const pause = 10;
/** How long to wait for mails under way. One that is written to a file takes milliseconds. */
const mailTimeout = 5_000;
const checkpointTimeout = 15_000;
const pollInterval = 50;

/** Runs `work` with a connection to the database beside the server. */
function withDatabase<Result>(dataDirectory: string, work: (database: DatabaseSync) => Result): Result {
  const database = openDatabaseBesideServer(databaseFile(dataDirectory), migrations.length);
  database.function('address', { deterministic: true }, (text) => comparableAddress(String(text)) ?? null);
  try {
    return work(database);
  } finally {
    database.close();
  }
}

/** The submissions that a choice names, oldest first. */
export function chosen(dataDirectory: string, { where, value }: Choice): Submission[] {
  return withDatabase(dataDirectory, (database) =>
    database
      .prepare(`SELECT * FROM submissions WHERE ${where} ORDER BY received_at, reference`)
      .all(value)
      .map((row) => toSubmission(row as Row)),
  );
}

/** The references of submissions of others whose texts name a comparable address. */
export function mentioning(dataDirectory: string, address: string): string[] {
  return withDatabase(dataDirectory, (database) => {
    database.function('names', { varargs: true }, (...texts) =>
      Number(texts.some((text) => String(text).normalize('NFKC').toLowerCase().includes(address))),
    );
    return database
      .prepare(
        `SELECT reference FROM submissions WHERE address(email) IS NOT ? AND names(name, email, company, phone, message, last_error)
         ORDER BY received_at, reference`,
      )
      .all(address)
      .map(({ reference }) => String(reference));
  });
}

/** Adds what is personal, or leads to it, in the order in which SQLite keeps it in a row. */
function addTexts(search: RemnantSearch, row: Row & { idempotency_key?: string | null }): void {
  search.add([row.name, row.email, row.company, row.phone, row.message].join(''));
  for (const text of [row.reference, row.reference.toLowerCase(), row.last_error, row.body_hash, row.idempotency_key])
    if (text) search.add(text);
}

async function eraseRows(dataDirectory: string, references: readonly string[]): Promise<void> {
  const isServed = isServerRunning(dataDirectory);
  const end = Date.now() + mailTimeout;
  let left = references;
  while (left.length > 0) {
    const [now, later] = [left.slice(0, rowsAtATime), left.slice(rowsAtATime)];
    const underWay = withDatabase(dataDirectory, (database) => {
      // A mail under way might be written after its submission has gone.
      const isFree = "NOT (state = 'pending' AND leased AND next_attempt_at > :now)";
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
  const end = Date.now() + checkpointTimeout;
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
    || char(0) || ifnull(last_error, '') || char(0) || ifnull(body_hash, '') || char(0) || ifnull(idempotency_key, '')`;
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

export type Erased = {
  readonly references: ReadonlySet<string>;
  /** Copies that cannot be opened, with the reason: they may hold what was erased, now or earlier. */
  readonly unusable: readonly string[];
};

/**
 * Erases submissions from all files of a data directory: the database, its log, the copies of it and the written mails. A
 * server may be running. Rejects with an `Error` of one sentence; repeated, it goes on.
 */
export async function eraseSubmissions(options: ErasureOptions, choice: Choice): Promise<Erased> {
  const { dataDirectory } = options;
  return underOperatorLock(dataDirectory, async () => {
    const search = newRemnantSearch();
    const references = new Set<string>();
    withDatabase(dataDirectory, (database) => {
      for (const row of database.prepare(`SELECT * FROM submissions WHERE ${choice.where}`).iterate(choice.value)) {
        references.add((row as Row).reference);
        addTexts(search, row as Row);
      }
    });
    // The database comes last: until then, a repetition finds what is left.
    const { erased, unusable } = eraseFromCopies(dataDirectory, references, choice);
    const mail = {
      ...options,
      references: new Set([...references, ...erased]),
      find: async (reference: string) =>
        withDatabase(dataDirectory, (database) => {
          const row = database.prepare('SELECT * FROM submissions WHERE reference = ?').get(reference);
          return row && toSubmission(row as Row);
        }),
    };
    await eraseWrittenMail(mail);
    // One that was killed after deleting rows has left no trace of what to look for.
    const wasInterrupted = existsSync(erasureMark(dataDirectory));
    if (references.size > 0) beginErasing(dataDirectory);
    await eraseRows(dataDirectory, [...references]);
    await eraseWrittenMail(mail);
    await removeRemnants(dataDirectory, wasInterrupted ? undefined : search);
    rmSync(erasureMark(dataDirectory), { force: true });
    return { references: mail.references, unusable };
  });
}
