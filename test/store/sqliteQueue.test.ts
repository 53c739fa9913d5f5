import { DatabaseSync } from 'node:sqlite';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import type { Database, Run } from '../../server/outbox/database.ts';
import { databaseFile, openSqlite } from '../../server/outbox/sqlite/sqliteDatabase.ts';
import { databaseOn } from '../../server/outbox/sqlite/sqliteQueue.ts';
import { newDataDirectory } from '../helpers/site/site.ts';

let database: Database;
let outside: DatabaseSync;
beforeEach(() => {
  const file = databaseFile(newDataDirectory());
  database = databaseOn(openSqlite(file, { check: false }));
  outside = new DatabaseSync(file);
});
afterEach(async () => {
  outside.close();
  await database.close();
});

const read = 'SELECT id FROM used_tokens ORDER BY id';
const stored = () => outside.prepare(read).all();
/** Runs a transaction that stores an id and then calls `more`. */
const put = (id: string, more: (run: Run) => unknown = () => {}) =>
  database.transaction(async (run) => {
    await run('INSERT INTO used_tokens VALUES ($1, 0)', [id]);
    await more(run);
  });

test('if one of several simultaneous transactions fails, only that transaction is rolled back', async () => {
  const fault = new Error('not now');
  const twin = (run: Run) => run("INSERT INTO used_tokens VALUES ('a', 0)");
  const all = [put('a'), put('b', () => Promise.reject(fault)), put('c', twin), put('d')];
  const settled = await Promise.allSettled(all);
  const isStored = { status: 'fulfilled' };
  expect(settled).toMatchObject([isStored, { reason: fault }, { reason: { errcode: 1555 } }, isStored]);
  expect(stored()).toMatchObject([{ id: 'a' }, { id: 'd' }]);
  await put('b');
  expect(stored()).toHaveLength(3);
});

test('uncommitted changes are not visible outside the transaction', async () => {
  const seen: unknown[] = [];
  const ending = put('a', async () => {
    database.run(read).then((rows) => seen.push(rows));
    await nextTurn();
    seen.push(stored(), 'undone');
    throw new Error('undone');
  });
  await expect(ending).rejects.toThrow('undone');
  await nextTurn();
  expect(seen).toEqual([[], 'undone', []]);
});
