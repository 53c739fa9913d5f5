import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { openSqliteBesideServer } from '../../server/outbox/besideServer.ts';
import { postgresMigrations, sqliteMigrations } from '../../server/outbox/migrations/migrations.ts';
import { type Migration, newest } from '../../server/outbox/schema.ts';
import { databaseFile, openDatabase } from '../../server/outbox/sqlite/sqliteDatabase.ts';
import type { Store } from '../../server/outbox/store.ts';
import { openSqliteStore } from '../helpers/store/openSqliteStore.ts';
import { takeNotice } from '../helpers/store/takeNotice.ts';
import { contactSubmission as submission } from '../helpers/visitor/visitor.ts';

let folder: string;
let file: string;
let store: Store;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'store-'));
  file = databaseFile(folder);
  store = openSqliteStore(file, 'cirrux.example');
});
afterEach(async () => {
  jest.restoreAllMocks();
  await store.close();
  rmSync(folder, { recursive: true });
});

async function submitted(): Promise<string> {
  const result = await store.submissions.add(submission, undefined, { token: undefined, required: false });
  if (!('reference' in result)) throw new Error(result.outcome);
  return result.reference;
}

test('a submission is committed in WAL mode with synchronous FULL', async () => {
  const commits: unknown[] = [];
  const exec = DatabaseSync.prototype.exec;
  jest.spyOn(DatabaseSync.prototype, 'exec').mockImplementation(function (this: DatabaseSync, sql: string) {
    const read = (pragma: string) => Object.values(this.prepare(`PRAGMA ${pragma}`).get() ?? {})[0];
    if (sql === 'COMMIT') commits.push([read('journal_mode'), read('synchronous')]);
    return exec.call(this, sql);
  });
  await submitted();
  await takeNotice(store);
  const full = 2;
  expect(commits).toEqual([full, full].map((each) => ['wal', each]));
});

const known = newest(sqliteMigrations);
const addition: Migration = {
  version: known + 1,
  worksFrom: known,
  sql: 'ALTER TABLE submissions ADD COLUMN colour TEXT',
};

function upgrade(...changes: readonly Migration[]): void {
  openDatabase(file, { check: true }, [...sqliteMigrations, ...changes]).close();
}
function versionOf(of = file): number {
  const database = new DatabaseSync(of, { readOnly: true });
  const { user_version: version } = database.prepare('PRAGMA user_version').get() as { user_version: number };
  database.close();
  return version;
}

test('after a schema change that works with this version, this version goes on with the database and loses nothing', async () => {
  await submitted();
  upgrade(addition);
  await submitted();

  await store.close();
  store = openSqliteStore(file, 'x');
  await store.maintenance.probe();
  expect(await store.submissions.list()).toHaveLength(2);
  expect(await takeNotice(store)).toBeDefined();
  const beside = openSqliteBesideServer(file);
  expect(await beside.submissions.list()).toHaveLength(2);
  expect(await beside.statistics.forReport((statistics) => statistics.states())).toMatchObject({
    counts: { pending: 2 },
  });
  await beside.close();
  expect(versionOf()).toBe(known + 1);

  // The newer version again: it does not repeat its change.
  upgrade(addition);
  expect(versionOf()).toBe(known + 1);
});

test('a schema change that does not work with this version is refused, also below one that would', async () => {
  await submitted();
  upgrade(
    { version: known + 1, worksFrom: known + 1, sql: 'ALTER TABLE submissions RENAME COLUMN company TO firm' },
    { ...addition, version: known + 2 },
  );
  expect(() => openSqliteStore(file, 'x')).toThrow(`newer version (schema ${known + 2}`);
  expect(() => openSqliteBesideServer(file)).toThrow(`newer version (schema ${known + 2}`);
  expect(versionOf()).toBe(known + 2);
});

test('a schema change from now on works with the version before it', () => {
  for (const steps of [sqliteMigrations, postgresMigrations])
    for (const [index, { worksFrom }] of steps.slice(1).entries())
      expect(worksFrom).toBeLessThanOrEqual(steps[index]?.version ?? 0);
});
