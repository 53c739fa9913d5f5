import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import {
  type Migration,
  newest,
  postgresMigrations,
  sqliteMigrations,
} from '../../server/outbox/migrations/migrations.ts';
import { databaseFile, openSqlite, sqliteCodes } from '../../server/outbox/sqlite/sqliteDatabase.ts';
import { openSqliteForCommand, type Store } from '../../server/outbox/store.ts';
import { openSqliteStore } from '../helpers/store/openSqliteStore.ts';
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
  expect(await commandStore.statistics.status()).toMatchObject({
    counts: { pending: 2 },
  });
  await commandStore.close();
  expect(versionOf()).toBe(known + 1);

  // When the newer version starts again, it does not repeat its schema change.
  upgrade(addition);
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

test('every new schema change works with the version before it', () => {
  for (const steps of [sqliteMigrations, postgresMigrations])
    for (const [index, { worksFrom }] of steps.slice(1).entries())
      expect(worksFrom).toBeLessThanOrEqual(steps[index]?.version ?? 0);
});
