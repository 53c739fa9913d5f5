import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { composeDigest } from '../../server/mail/digest.ts';
import { composeMail } from '../../server/mail/mail.ts';
import { migrations as onPostgres } from '../../server/outbox/postgres/postgresSchema.ts';
import type { Migration } from '../../server/outbox/schema.ts';
import { databaseFile, openDatabase } from '../../server/outbox/sqlite/sqliteDatabase.ts';
import { migrations } from '../../server/outbox/sqlite/sqliteSchema.ts';
import { readSqliteStatistics } from '../../server/outbox/sqlite/sqliteStatistics.ts';
import { openSqliteStore, openSqliteStoreBesideServer } from '../../server/outbox/sqlite/sqliteStore.ts';
import type { Store, Submission } from '../../server/outbox/store.ts';
import { orderOf, contactSubmission as submission } from '../helpers/visitor/visitor.ts';

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
  const result = await store.submit(submission, undefined, { token: undefined, required: false });
  if (!('reference' in result)) throw new Error(result.outcome);
  return result.reference;
}

test('the database runs in WAL mode with synchronous FULL', async () => {
  const pragmas: string[] = [];
  const exec = DatabaseSync.prototype.exec;
  jest.spyOn(DatabaseSync.prototype, 'exec').mockImplementation(function (this: DatabaseSync, sql: string) {
    pragmas.push(sql);
    return exec.call(this, sql);
  });
  await openSqliteStore(databaseFile(mkdtempSync(path.join(folder, 'other-'))), 'x').close();
  expect(pragmas.join(' ')).toMatch(/journal_mode = WAL.*synchronous = FULL/);
});

test('an order stored by the last version leaves in the same mail after the upgrade', async () => {
  await store.close();
  rmSync(file);
  const old = new DatabaseSync(file);
  const versionBefore = 3;
  for (const { sql } of migrations.slice(0, versionBefore)) old.exec(sql);
  const insert = old.prepare(
    `INSERT INTO submissions (reference, message_id, kind, plan_id, name, email, company, phone, message, verified,
      suspect, received_at, next_attempt_at, bundle)
     VALUES (?, '<' || ?1 || '@x>', ?, ?, 'Jo', 'jo@visitor.example', '', '0123456789', ?, 1, 0, 0, 0, ?)`,
  );
  const { message } = orderOf('CXN3', 'Selected Plan: CXN14\nPrice: R1');
  insert.run('00000-00001', 'order', 'CXN3', message, '');
  insert.run('00000-00002', 'order', 'CXN3', message.replace('Price: R499', 'Price: R1'), '');
  insert.run('00000-00003', 'order', null, '=== HOSTING ORDER REQUEST ===\nSelected Plan: Ünlimited', '');
  insert.run('00000-00004', 'contact', null, message, 'AAAAA-AAAAA');
  old.exec(`PRAGMA user_version = ${versionBefore}`);
  old.close();
  store = openSqliteStore(file, 'cirrux.example');

  const mails = (await store.list()).reverse().map((each) => composeMail(each, 'a@b.example', 'c@d.example'));
  expect(mails.map(({ subject, text }) => [subject, /^CHECK: .*/m.exec(text)?.[0]])).toEqual([
    ['Order CXN3 from Jo [00000-00001]', undefined],
    ['Order CXN3 from Jo [00000-00002]', 'CHECK: the order says "R1" where the catalogue says "R499".'],
    ['Order Ünlimited from Jo [00000-00003]', 'CHECK: the plan in this order is not in the catalogue.'],
    ['Message from Jo [00000-00004]', undefined],
  ]);
  const contact = (await store.find('00000-00004')) as Submission;
  expect(composeDigest([contact], 'a@b.example', 'c@d.example').messageId).toBe('<bundle-aaaaa-aaaaa@x>');
});

test('a store opened beside the server reads and changes the file but does not create or migrate it', async () => {
  const reference = await submitted();
  await store.failed(await store.claim(1000), 'x');
  const beside = openSqliteStoreBesideServer(file);
  expect(await beside.list()).toHaveLength(1);
  expect(await beside.retry(reference)).toBe(true);
  await beside.close();
  expect((await store.find(reference))?.state).toBe('pending');
  const empty = path.join(folder, 'empty.sqlite');
  expect(() => openSqliteStoreBesideServer(empty)).toThrow(/schema 0/);
});

const known = migrations.length;
const addition: Migration = { worksFrom: known, sql: 'ALTER TABLE submissions ADD COLUMN colour TEXT' };

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
  await submitted();
  upgrade(addition);
  await submitted();

  await store.close();
  store = openSqliteStore(file, 'x');
  await store.probe();
  expect(await store.list()).toHaveLength(2);
  expect(await store.claim(1000)).toHaveLength(1);
  const beside = openSqliteStoreBesideServer(file);
  expect(await beside.list()).toHaveLength(2);
  await beside.close();
  expect(await readSqliteStatistics(file, (statistics) => statistics.countStates())).toMatchObject({ pending: 2 });
  expect(versionOf()).toBe(known + 1);

  // The newer version again: it does not repeat its change.
  upgrade(addition);
  expect(versionOf()).toBe(known + 1);
});

test('a schema change that does not work with this version is refused, also below one that would', async () => {
  await submitted();
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
