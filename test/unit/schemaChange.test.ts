import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { migrations as onPostgres } from '../../server/submissions/postgres/postgresSchema.ts';
import type { Migration } from '../../server/submissions/schema.ts';
import { databaseFile, openDatabase } from '../../server/submissions/sqlite/sqliteDatabase.ts';
import { migrations } from '../../server/submissions/sqlite/sqliteSchema.ts';
import { readSqliteStatistics } from '../../server/submissions/sqlite/sqliteStatistics.ts';
import { openSqliteStore, openSqliteStoreBesideServer } from '../../server/submissions/sqlite/sqliteStore.ts';
import { contactSubmission } from '../helpers/visitor/visitor.ts';

const known = migrations.length;
const addition: Migration = { worksFrom: known, sql: 'ALTER TABLE submissions ADD COLUMN colour TEXT' };
const withoutToken = { token: undefined, required: false };

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'schema-'));
  file = databaseFile(folder);
});
afterEach(() => rmSync(folder, { recursive: true }));

async function submitOne(): Promise<void> {
  const store = openSqliteStore(file, 'x');
  await store.submit(contactSubmission, undefined, withoutToken);
  await store.close();
}
function upgrade(...changes: readonly Migration[]): void {
  openDatabase(file, [...migrations, ...changes], { check: true }).close();
}
function versionOf(): number {
  const database = new DatabaseSync(file, { readOnly: true });
  const { user_version: version } = database.prepare('PRAGMA user_version').get() as { user_version: number };
  database.close();
  return version;
}

test('after a schema change that works with this version, this version goes on with the database and loses nothing', async () => {
  await submitOne();
  upgrade(addition);
  await submitOne();

  const store = openSqliteStore(file, 'x');
  await store.probe();
  expect(await store.list()).toHaveLength(2);
  expect(await store.claim(1000)).toHaveLength(1);
  const beside = openSqliteStoreBesideServer(file);
  expect(await beside.list()).toHaveLength(2);
  await beside.close();
  expect(await readSqliteStatistics(file, (statistics) => statistics.countStates())).toMatchObject({ pending: 2 });
  await store.close();
  expect(versionOf()).toBe(known + 1);

  // The newer version again: it does not repeat its change.
  upgrade(addition);
  expect(versionOf()).toBe(known + 1);
});

test('a schema change that does not work with this version is refused, also below one that would', async () => {
  await submitOne();
  upgrade(
    { worksFrom: known + 1, sql: 'ALTER TABLE submissions RENAME COLUMN company TO firm' },
    { ...addition, worksFrom: known },
  );
  expect(() => openSqliteStore(file, 'x')).toThrow(`newer version (schema ${known + 2}`);
  await expect(readSqliteStatistics(file, async () => {})).rejects.toThrow(`newer version (schema ${known + 2}`);
  expect(() => openSqliteStoreBesideServer(file)).toThrow(`newer version (schema ${known + 2}`);
  expect(versionOf()).toBe(known + 2);
});

test('a schema change from now on works with the version before it', () => {
  const first = 6;
  for (const [index, { worksFrom }] of migrations.entries())
    if (index + 1 >= first) expect(worksFrom).toBeLessThanOrEqual(index);
  for (const [index, { worksFrom }] of onPostgres.slice(1).entries()) expect(worksFrom).toBeLessThanOrEqual(index + 1);
});
