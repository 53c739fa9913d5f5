import { chownSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, expect, test } from '@jest/globals';
import { type Migration, newest, sqliteMigrations } from '../../server/outbox/migrations/migrations.ts';
import { checkDatabase } from '../../server/outbox/outbox.ts';
import { databaseFile } from '../../server/outbox/sqlite/sqliteDatabase.ts';
import { type App, startApp } from '../helpers/site/app.ts';
import { type Environment, runToEnd } from '../helpers/site/site.ts';
import { openSqliteStore } from '../helpers/store/openSqliteStore.ts';
import { operate } from '../helpers/store/operate.ts';
import { runInFile, storedIn } from '../helpers/store/stored.ts';
import { directoryUntilEnd } from '../helpers/untilEnd.ts';
import { submit } from '../helpers/visitor/posts.ts';

const [dataDirectory, folder] = [directoryUntilEnd(), directoryUntilEnd()];
const backup = path.join(folder, 'website.sqlite');
// If root runs the tests, the folder of the backups gets another owner. Root's backups must then belong to that owner too.
if (process.getuid?.() === 0) chownSync(folder, 1, 1);
const live = databaseFile(dataDirectory);
const environment = { DATA_DIR: dataDirectory, SUBMISSION_LIMIT: '100000', SUBMISSION_FLOOD: '100000' };
let site: App = await startApp(environment);
afterAll(() => site.stop());

/** Runs a verb in a process of its own, as the operator does. Resolves with what the verb prints. */
async function forked(...parameters: string[]): Promise<string> {
  const { exitCode, output } = await runToEnd(['submissions', ...parameters], { DATA_DIR: dataDirectory });
  expect({ exitCode, output }).toMatchObject({ exitCode: 0 });
  return output;
}
/** Restores `backup`. Resolves with the file in which the old database is kept. */
async function restored(): Promise<string> {
  const output = await forked('restore', backup);
  expect(output).toContain(`The database is ${backup} again: ${referencesIn(backup).length} submissions.`);
  expect(output).toContain('What was erased since that backup was made is back: erase it again.');
  return /is kept: (\S+)\n/.exec(output)?.[1] ?? '';
}
/** Runs a verb that must be refused. Resolves with the one line that the verb prints. */
async function refusal(...parameters: string[]): Promise<string> {
  const { exitCode, output } = await operate({ DATA_DIR: dataDirectory }, ...parameters);
  expect({ exitCode, output }).toEqual({ exitCode: 1, output: expect.stringMatching(/^[^\n]+\n$/) });
  return output.trimEnd();
}
function damage(file: string, from = file): void {
  // Damages all pages of the database but the first. The first page has the header by which SQLite knows its files.
  writeFileSync(file, readFileSync(from).fill(0xff, 4096));
}
/** Deletes a submission, and leaves the change in the write-ahead log alone, as a server does that is killed. */
function deleteInLog(file: string, reference = ''): void {
  const names = [file, `${file}-wal`];
  const database = new DatabaseSync(file);
  database.exec(`PRAGMA journal_mode = WAL; DELETE FROM submissions WHERE reference = '${reference}'`);
  const contents = names.map((name) => readFileSync(name));
  database.close();
  for (const [index, name] of names.entries()) writeFileSync(name, contents[index] ?? '');
}
function referencesIn(file: string): string[] {
  const rows = runInFile(file, 'SELECT reference FROM submissions ORDER BY reference');
  return rows.map(({ reference }) => String(reference));
}
/** The names and bytes of the files in a folder. */
function bytesIn(directory: string) {
  return readdirSync(directory, { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => [name, readFileSync(path.join(directory, name)).toString('base64')]);
}

test('a backup under load is one private file with all submissions acknowledged before, and replaces an earlier backup', async () => {
  const acknowledged: string[] = [];
  let isOver = false;
  const posting = [1, 2, 3].map(async () => {
    while (!isOver) acknowledged.push(await submit(site));
  });
  for (const round of [1, 2]) {
    while (acknowledged.length < 20 * round) await Promise.race([submit(site), ...posting]);
    const before = [...acknowledged];
    // Stands for the file that a killed backup leaves behind. The next backup must remove this file.
    writeFileSync(`${backup}.unfinished`, 'visitor.example');
    const output = await forked('backup', backup);
    const held = referencesIn(backup);
    expect(output).toBe(`${backup} holds ${held.length} submissions.\n`);
    expect(held).toEqual(expect.arrayContaining(before));
    expect(readdirSync(folder)).toEqual(['website.sqlite']);
    const { mode, uid } = statSync(backup);
    expect([mode & 0o777, uid]).toEqual([0o600, statSync(folder).uid]);
  }
  isOver = true;
  await Promise.all(posting);
  await submit(site);
});

test('the nightly backup writes a file of the day to BACKUP_DIR, by default beside DATA_DIR, and leaves PostgreSQL alone', async () => {
  const root = directoryUntilEnd();
  const [data, chosen, usual] = ['data', 'chosen', 'backups'].map((name) => path.join(root, name));
  for (const name of [data, chosen, usual]) mkdirSync(String(name));
  await openSqliteStore(databaseFile(String(data))).close();
  if (process.getuid?.() === 0) chownSync(String(data), 1, 1);
  // The working directory has a link to DATA_DIR, as on a server.
  const link = path.join(root, 'release');
  symlinkSync(String(data), link);
  const nightly = (more: Environment) => operate({ DATA_DIR: link, ...more }, 'backup');
  const file = `${new Date().getDay() || 7}.sqlite`;
  for (const variables of [{ BACKUP_DIR: String(chosen) }, {}])
    expect((await nightly(variables)).output).toContain(`${file} holds 0 submissions.`);
  expect([chosen, usual].map((name) => readdirSync(String(name)))).toEqual([[file], [file]]);
  // The server must be able to take the lock of root's backup: else it erases nothing any more.
  expect(statSync(path.join(String(data), 'operator.lock')).uid).toBe(statSync(String(data)).uid);
  expect(await nightly({ DATABASE_URL: 'postgres://nobody@localhost:9/none' })).toMatchObject({
    exitCode: 0,
    output: expect.stringMatching(/^PostgreSQL makes its own backups: .*pg_dump/),
  });
});

test('a backup replaces no file but a backup, and restore refuses to work while the server runs', async () => {
  const other = directoryUntilEnd();
  const [text = '', foreign = '', link = ''] = ['text', 'foreign', 'link'].map((name) => path.join(other, name));
  writeFileSync(text, 'x'.repeat(5000));
  runInFile(foreign, 'CREATE TABLE submissions (reference)');
  symlinkSync(backup, link);
  const before = bytesIn(other);
  for (const target of [live, text, foreign, link, other])
    expect(await refusal('backup', target)).toBe(`${target} is there already and is no backup: name another file.`);
  const nowhere = path.join(other, 'none', 'file');
  expect(await refusal('backup', nowhere)).toContain(`${nowhere} cannot be written: there is no such folder (`);
  expect(bytesIn(other)).toEqual(before);
  expect(await refusal('restore', backup)).toBe(
    `A server, or another move or restore, is running on ${dataDirectory}: stop it first (systemctl stop website.socket website).`,
  );
});

test('restore replaces the database by a backup and keeps the old database, and the server works with the restored one', async () => {
  await site.stop();
  const [before, held] = [referencesIn(live), referencesIn(backup)];
  expect(before.length).toBeGreaterThan(held.length);

  const names = ['broken', 'foreign', 'newer', 'missing', 'in-use'].map((name) => path.join(folder, name));
  const [broken = '', foreign = '', newer = '', missing = '', inUse = ''] = names;
  damage(broken, backup);
  runInFile(foreign, 'CREATE TABLE submissions (reference)');
  writeFileSync(newer, readFileSync(backup));
  runInFile(newer, 'PRAGMA user_version = 99');
  writeFileSync(inUse, readFileSync(backup));
  writeFileSync(`${inUse}-wal`, 'changes');
  const untouched = bytesIn(dataDirectory);
  for (const [file, reason] of [
    [broken, 'is no backup that can be used ('],
    [foreign, 'holds tables of something else'],
    [newer, 'was written by a newer version (schema 99'],
    [missing, 'There is no file'],
    [import.meta.filename, 'is no backup that can be used (file is not a database)'],
    [inUse, `was copied while it was in use (${inUse}-wal`],
  ] as const)
    expect(await refusal('restore', file)).toContain(reason);
  expect(bytesIn(dataDirectory)).toEqual(untouched);

  const backups = path.join(dataDirectory, 'backups');
  writeFileSync(backups, 'no folder, so the old database cannot be kept');
  expect(await refusal('restore', backup)).toContain('cannot be');
  expect(readdirSync(dataDirectory).filter((name) => name.includes('unfinished'))).toEqual([]);
  expect(referencesIn(live)).toEqual(before);
  rmSync(backups);

  deleteInLog(live, before.shift());
  const kept = await restored();
  expect(path.dirname(kept)).toBe(backups);
  for (const file of [kept, live]) expect(statSync(file).mode & 0o777).toBe(0o600);
  // A restore on the same day keeps another file.
  const keptNext = await restored();
  expect([kept, keptNext, live].map(referencesIn)).toEqual([before, held, held]);

  site = await startApp(environment);
  const next = await submit(site);
  expect(storedIn(dataDirectory).map(({ reference }) => reference)).toContain(next);
  expect(storedIn(dataDirectory)).toHaveLength(held.length + 1);
  // The restored database is in use, so no backup may replace it.
  await refusal('backup', live);
});

test.each(['pages', 'header', 'all but the log'])('restore keeps a damaged database as it is (%s)', async (part) => {
  await site.stop();
  if (part === 'pages') damage(live);
  else writeFileSync(live, part === 'header' ? 'no database' : '');
  if (part === 'all but the log') writeFileSync(`${live}-wal`, 'log');
  const damaged = readFileSync(live);
  const kept = await restored();
  expect(readFileSync(kept).subarray(100).equals(damaged.subarray(100))).toBe(true);
  if (part === 'all but the log') expect(readFileSync(`${kept}-wal`, 'utf8')).toBe('log');
  expect(referencesIn(live)).toEqual(referencesIn(backup));
  site = await startApp(environment);
});

test('an older backup can be restored and used, and the start that changes its schema first makes a backup, or waits until it can', async () => {
  const directory = directoryUntilEnd();
  const backups = path.join(directory, 'backups');
  // What a removed database has left must not be applied to the restored one.
  for (const end of ['-wal', '-shm', '-journal']) writeFileSync(`${databaseFile(directory)}${end}`, 'old');
  // A file that others may read, as after a copy from elsewhere.
  writeFileSync(path.join(folder, 'copied'), readFileSync(backup), { mode: 0o644 });
  const held = referencesIn(backup);
  const from = newest(sqliteMigrations);
  const steps = sqliteMigrations as Migration[];
  steps.push({ version: from + 1, worksFrom: from, sql: 'CREATE TABLE added (value)' });
  try {
    await operate({ DATA_DIR: directory }, 'restore', path.join(folder, 'copied'));
    expect(statSync(databaseFile(directory)).mode & 0o777).toBe(0o600);
    expect(readdirSync(directory).sort()).toEqual(['operator.lock', 'owner.lock', 'submissions.sqlite']);
    expect(await checkDatabase({ dataDirectory: directory, databaseUrl: undefined })).toBeUndefined();
    writeFileSync(backups, 'no folder');
    const upgraded = await startApp({ DATA_DIR: directory });
    expect(await upgraded.waitForLog(({ msg }) => msg === 'waiting for the database')).toMatchObject({
      reason: expect.stringContaining('the schema stays as it is, because no backup could be made'),
    });
    expect(runInFile(databaseFile(directory), 'PRAGMA user_version')).toEqual([{ user_version: from }]);
    rmSync(backups);
    const line = await upgraded.waitForLog(({ msg }) => msg === 'database backed up before its schema changes');
    expect(line).toMatchObject({ from, to: from + 1, file: expect.stringContaining(backups) });
    expect(statSync(backups).mode & 0o777).toBe(0o700);
    expect(referencesIn(String(line.file))).toEqual(held);
    await upgraded.stop();
  } finally {
    steps.pop();
  }
});
