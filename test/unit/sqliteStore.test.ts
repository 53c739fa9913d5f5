import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { pino } from 'pino';
import { makeBackup } from '../../server/operations/backups/backup.ts';
import { eraseSubmissions } from '../../server/operations/erasure.ts';
import {
  type Migration,
  newest,
  postgresMigrations,
  sqliteMigrations,
} from '../../server/outbox/migrations/migrations.ts';
import { lockDirectory } from '../../server/outbox/sqlite/directoryLock.ts';
import { databaseFile, openSqlite, sqliteCodes } from '../../server/outbox/sqlite/sqliteDatabase.ts';
import { databaseOn, exclusiveDatabase } from '../../server/outbox/sqlite/sqliteQueue.ts';
import { openSqliteForCommand, type Store, storeIn } from '../../server/outbox/store.ts';
import type { ErasureTarget } from '../../server/outbox/submissions.ts';
import { openSqliteStore } from '../helpers/store/openSqliteStore.ts';
import { runInFile } from '../helpers/store/stored.ts';
import { addSubmission, takeNotice } from '../helpers/store/submissions.ts';
import { directoryUntilEnd } from '../helpers/untilEnd.ts';

let file: string;
let store: Store;
beforeEach(() => {
  file = databaseFile(directoryUntilEnd());
  store = openSqliteStore(file);
});
afterEach(async () => {
  jest.restoreAllMocks();
  await store.close();
});

test('a submission is committed in WAL mode with synchronous FULL', async () => {
  const commits: unknown[] = [];
  const exec = DatabaseSync.prototype.exec;
  jest.spyOn(DatabaseSync.prototype, 'exec').mockImplementation(function (this: DatabaseSync, sql: string) {
    const read = (pragma: string) => Object.values(this.prepare(`PRAGMA ${pragma}`).get() ?? {})[0];
    if (sql === 'COMMIT') commits.push([read('journal_mode'), read('synchronous')]);
    return exec.call(this, sql);
  });
  await addSubmission(store);
  await takeNotice(store);
  const full = 2;
  expect(commits).toEqual([full, full].map((each) => ['wal', each]));
});

test('the store says that a mail is due after a post, its repetition and a retry, and after nothing else', async () => {
  const folder = directoryUntilEnd();
  const log = pino({ enabled: false });
  const { database } = exclusiveDatabase({ dataDirectory: folder, log, backUp: async () => {} });
  const own = storeIn(database);
  const onDue = jest.fn();
  database.listen(onDue);
  const post = () => addSubmission(own, {}, {}, { key: 'key', bodyHash: 'hash' });
  const reference = await post();
  await takeNotice(own);
  expect(onDue).toHaveBeenCalledTimes(1);
  await post();
  await own.mails.retry([reference]);
  expect(onDue).toHaveBeenCalledTimes(3);
  await own.close();
});

test('uncommitted changes are not visible outside the transaction', async () => {
  await using database = databaseOn(openSqlite(file, { check: false }));
  using outside = new DatabaseSync(file);
  const read = 'SELECT id FROM used_tokens';
  const seen: unknown[] = [];
  const ending = database.transaction(async (run) => {
    await run("INSERT INTO used_tokens VALUES ('a', 0)");
    database.run(read).then((rows) => seen.push(rows));
    await nextTurn();
    seen.push(outside.prepare(read).all(), 'undone');
    throw new Error('undone');
  });
  await expect(ending).rejects.toThrow('undone');
  await nextTurn();
  expect(seen).toEqual([[], 'undone', []]);
});

test('after a failed sync the database is opened again, without an unsynced log, and goes on', async () => {
  const log = pino({ enabled: false });
  const { database } = exclusiveDatabase({ dataDirectory: path.dirname(file), log, backUp: async () => {} });
  const server = storeIn(database);
  await addSubmission(server);
  const exec = jest.spyOn(DatabaseSync.prototype, 'exec').mockImplementationOnce(() => {});
  exec.mockImplementationOnce(() => {
    throw Object.assign(new Error('disk I/O error'), { errcode: 1034 });
  });
  await expect(server.maintenance.probe()).rejects.toThrow('disk I/O error');
  exec.mockRestore();
  await server.maintenance.now();
  expect(statSync(`${file}-wal`).size).toBe(0);
  await addSubmission(server);
  expect(await store.submissions.list()).toHaveLength(2);
  // The deleted file would still take an order.
  rmSync(path.dirname(file), { recursive: true });
  await expect(addSubmission(server)).rejects.toThrow('cannot be written: there is no such folder');
  await server.close();
});

test('an erasure that is killed before it has changed the database is done with all copies and mails, and can be repeated', async () => {
  const [folder, email] = [path.dirname(file), 'gone@visitor.example'];
  const [gone, stays] = [await addSubmission(store, { email }), await addSubmission(store)];
  const inFolder = (name: string) => path.join(folder, name);
  for (const name of ['backups', 'mail']) mkdirSync(inFolder(name));
  makeBackup(file, inFolder('backups/older'));
  const mails = ['eml', 'notice.eml', 'confirmation.eml', 'eml.draft'].map((end) => `mail/${gone}.${end}`);
  for (const name of [...mails, `mail/${stays}.eml`, 'killed.unfinished', 'killed.unfinished-journal'])
    writeFileSync(inFolder(name), email);
  const erase = (target: ErasureTarget, remove: Store['submissions']['delete']) =>
    eraseSubmissions(
      { ...store, submissions: { ...store.submissions, delete: remove } },
      { dataDirectory: folder, databaseUrl: undefined },
      target,
    );
  const expectErased = () => {
    expect(runInFile(inFolder('backups/older'), 'SELECT reference FROM submissions')).toEqual([{ reference: stays }]);
    const others = readdirSync(folder, { recursive: true }).filter((name) => !/^submissions|lock/.test(String(name)));
    expect(others.sort()).toEqual(['backups', 'backups/older', 'mail', `mail/${stays}.eml`]);
  };
  const target = { by: 'address', address: email } as const;
  await expect(erase(target, () => Promise.reject(new Error('killed')))).rejects.toThrow('killed');
  expectErased();
  expect(await store.submissions.find(gone)).toBeDefined();

  await erase(target, async (references) => {
    // At this moment the server writes a mail. No backup may be made: it would keep what is being erased.
    writeFileSync(inFolder(`mail/${gone}.eml.draft`), email);
    expect(lockDirectory(folder, 'operator.lock', 0)).toBeUndefined();
    await store.submissions.delete(references);
  });
  expectErased();
  expect((await store.submissions.list()).map(({ reference }) => reference)).toEqual([stays]);

  // A mail that was written before this time goes, also if the database no longer knows its submission.
  writeFileSync(inFolder('mail/00000-00000.eml'), email);
  utimesSync(inFolder('mail/00000-00000.eml'), 1, 1);
  await erase({ by: 'delivery', before: 2000 }, store.submissions.delete);
  expectErased();
});

test('a start finds a damaged page of the database even if its work does not read that page', async () => {
  for (let count = 0; count < 60; count += 1) await addSubmission(store);
  await store.close();
  const bytes = readFileSync(file);
  // In an SQLite file, a page that holds rows begins with the byte 13: https://www.sqlite.org/fileformat.html
  const [pageSize, rowPage] = [4096, 13];
  const pages = Array.from({ length: bytes.length / pageSize }, (_, page) => page * pageSize);
  const last = pages.findLast((offset) => bytes[offset] === rowPage) ?? 0;
  writeFileSync(file, bytes.fill(0xff, last, last + 64));
  expect(() => openSqlite(file, { check: true })).toThrow(expect.objectContaining({ errcode: sqliteCodes.damaged }));
  openSqlite(file, { check: false }).close();
  rmSync(file);
  store = openSqliteStore(file);
});

const known = newest(sqliteMigrations);
const addition: Migration = {
  version: known + 1,
  worksFrom: known,
  sql: 'ALTER TABLE submissions ADD COLUMN colour TEXT',
};

function upgrade(...changes: readonly Migration[]): void {
  openSqlite(file, { check: true }, [...sqliteMigrations, ...changes]).close();
}
function versionOf(of = file): number {
  const database = new DatabaseSync(of, { readOnly: true });
  const { user_version: version } = database.prepare('PRAGMA user_version').get() as { user_version: number };
  database.close();
  return version;
}

test('after a schema change that works with this version, this version goes on with the database and loses nothing', async () => {
  await addSubmission(store);
  upgrade(addition);
  await addSubmission(store);

  await store.close();
  store = openSqliteStore(file);
  await store.maintenance.probe();
  expect(await store.submissions.list()).toHaveLength(2);
  expect(await takeNotice(store)).toBeDefined();
  const commandStore = openSqliteForCommand(file);
  expect(await commandStore.submissions.list()).toHaveLength(2);
  await commandStore.close();
  expect(versionOf()).toBe(known + 1);
});

test('a schema change that does not work with this version is refused, even if a later change does', async () => {
  await addSubmission(store);
  upgrade(
    { version: known + 1, worksFrom: known + 1, sql: 'ALTER TABLE submissions RENAME COLUMN company TO firm' },
    { ...addition, version: known + 2 },
  );
  expect(() => openSqliteStore(file)).toThrow(`newer version (schema ${known + 2}`);
  expect(() => openSqliteForCommand(file)).toThrow(`newer version (schema ${known + 2}`);
  expect(versionOf()).toBe(known + 2);
});

test('the released steps of the schema never change, because databases have them already', () => {
  const first = [sqliteMigrations[0], postgresMigrations[0]];
  expect(createHash('sha256').update(JSON.stringify(first)).digest('hex')).toBe(
    'e41cc4b744b751939901e4abee75927fea7c5d41202bbfa50c79973e9801a7ee',
  );
});

test('every new schema change works with the version before it', () => {
  for (const steps of [sqliteMigrations, postgresMigrations])
    for (const [index, { worksFrom }] of steps.slice(1).entries())
      expect(worksFrom).toBeLessThanOrEqual(steps[index]?.version ?? 0);
});
