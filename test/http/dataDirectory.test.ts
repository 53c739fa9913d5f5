import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { beforeEach, expect, test } from '@jest/globals';
import { unusableDataDirectory } from '../../server/config/dataDirectory.ts';
import { type App, startApp } from '../helpers/site/app.ts';
import { type LogLine, runToEnd, startSite } from '../helpers/site/site.ts';
import { openSqliteStore } from '../helpers/store/openSqliteStore.ts';
import { directoryUntilEnd, untilEnd } from '../helpers/untilEnd.ts';
import { deliver } from '../helpers/visitor/posts.ts';

let dataDirectory: string;
let file: string;
beforeEach(() => {
  dataDirectory = directoryUntilEnd();
  file = path.join(dataDirectory, 'submissions.sqlite');
});

function startedApp(): Promise<App> {
  return untilEnd(startApp({ DATA_DIR: dataDirectory }));
}
function failedStart() {
  return runToEnd(['main'], { DATA_DIR: dataDirectory });
}

function databaseWith(sql: string): void {
  using database = new DatabaseSync(file);
  database.exec(sql);
}

test('the check before an upgrade refuses a wrong configuration and a newer database, and changes nothing', async () => {
  const check = (variables = {}) => runToEnd(['main', '--check'], { DATA_DIR: dataDirectory, ...variables });
  const status = () => runToEnd(['submissions', 'status'], { DATA_DIR: dataDirectory });
  const missing = `There is no database in ${dataDirectory} yet: no server has run with this DATA_DIR.\n`;
  expect(await check()).toMatchObject({ exitCode: 0, output: `The configuration is fine. ${missing}` });
  expect(await status()).toMatchObject({ exitCode: 2, output: `CRITICAL - ${missing}` });
  // A mistyped `--check` must not start a server.
  expect(await runToEnd(['main', '--chekc'], { DATA_DIR: dataDirectory })).toMatchObject({
    exitCode: 64,
    output: expect.stringContaining("Unknown option '--chekc'"),
  });
  expect(readdirSync(dataDirectory)).toEqual([]);
  await openSqliteStore(file).close();
  expect(await check()).toMatchObject({ exitCode: 0, output: 'Configuration and database are fine.\n' });
  const away = { DATABASE_URL: 'postgres://127.0.0.1:1/website' };
  const checked = (await check(away)).output.replace(/^The configuration is fine\. /, 'CRITICAL - ');
  expect(checked).toContain('The database of DATABASE_URL cannot be reached');
  expect((await runToEnd(['submissions', 'status'], away)).output).toBe(checked);
  const refused = (output: string) => ({ exitCode: 78, output: expect.stringContaining(output) });
  expect(await check({ PORT: 'http' })).toMatchObject(refused('PORT: expected a whole number'));
  databaseWith('PRAGMA user_version = 99');
  expect(await check()).toMatchObject(refused('was written by a newer version'));
});

const asRoot = (script: string) => ['-rm', 'sh', '-c', script];
const readOnly = 'mount --bind "$0" "$0" && mount -o remount,ro,bind "$0"';
const canMount = spawnSync('unshare', [...asRoot(readOnly), directoryUntilEnd()]).status === 0;

// Such is every folder but /srv/website/data for the service, by ProtectSystem and ReadWritePaths.
(canMount ? test : test.skip)('if DATA_DIR is read-only, the start says so, and what the unit lacks', async () => {
  const start = path.resolve(import.meta.dirname, '../../deploy/start.sh');
  const env = { PATH: process.env.PATH, DATA_DIR: dataDirectory };
  const run = (parameter = '') => {
    const script = asRoot(`${readOnly} && cd "$0" && exec "$1" ${parameter}`);
    return spawnSync('unshare', [...script, dataDirectory, start], { env, encoding: 'utf8' });
  };
  const advice = 'its disk is read-only, or ReadWritePaths';
  await openSqliteStore(file).close();
  for (const [{ status, stderr }, what] of [
    [run(), `${dataDirectory} cannot be written (EROFS)`],
    [run('--check'), `${file} cannot be written`],
  ] as const)
    expect([status, stderr]).toEqual([78, expect.stringContaining(`DATA_DIR: ${what}: ${advice}`)]);
});

/** The permissions of a directory and of all that is in it. The keys are relative paths. Symbolic links are left out. */
function modesIn(directory: string): { [name: string]: string } {
  const found = spawnSync('find', ['.', '!', '-type', 'l', '-printf', '%p %m\n'], { cwd: directory, encoding: 'utf8' });
  const lines = found.stdout.trim().split('\n');
  return Object.fromEntries(lines.map((line) => line.replace(/^\.\//, '').split(' ')));
}
function closedModes(reference: string) {
  const files = ['alarms.json', 'owner.lock', 'submissions.sqlite', `mail/${reference}.eml`];
  return { '.': '700', mail: '700', ...Object.fromEntries(files.map((name) => [name, '600'])) };
}
const whileRunning = { 'owner.lock-journal': '600', 'submissions.sqlite-shm': '600', 'submissions.sqlite-wal': '600' };
function isAboutModes({ msg }: LogLine): boolean {
  return msg.includes('open to other users');
}

test('only the owner can access what the server creates, with any umask at the start', async () => {
  const made = path.join(dataDirectory, 'made');
  const umask = process.umask(0);
  try {
    const site = await untilEnd(startSite({ DATA_DIR: made }, { dataDirectory }));
    const reference = await deliver(site);
    expect(modesIn(made)).toEqual({ ...closedModes(reference), ...whileRunning });
    expect((await runToEnd(['submissions', 'retry', reference], { DATA_DIR: made })).exitCode).toBe(0);
    expect(modesIn(made)).toEqual({ ...closedModes(reference), ...whileRunning });
    await site.stop();
    expect((await runToEnd(['submissions', 'list'], { DATA_DIR: made })).exitCode).toBe(0);
    expect(modesIn(made)).toEqual(closedModes(reference));
    // The table names all of it. So a folder of all users, such as one below /tmp, is accepted when the server starts again.
    chmodSync(made, 0o1777);
    expect(unusableDataDirectory(made)).toBeUndefined();
    expect(site.log.some(isAboutModes)).toBe(false);
  } finally {
    process.umask(umask);
  }
});

test('a data directory open to other users is closed to them with one warning; links are not followed', async () => {
  const outside = directoryUntilEnd();
  const first = await startedApp();
  const reference = await deliver(first);
  await first.stop();
  writeFileSync(path.join(outside, 'file'), '');
  for (const [link, target] of [
    ['folder-link', outside],
    ['mail/file-link', path.join(outside, 'file')],
    ['broken-link', path.join(outside, 'none')],
  ] as const)
    symlinkSync(target, path.join(dataDirectory, link));
  const opened = Object.keys(modesIn(dataDirectory)).map((name) => path.join(dataDirectory, name));
  // The folders are open to their group alone, the files to all but their group.
  for (const entry of [...opened, outside, path.join(outside, 'file')])
    chmodSync(entry, statSync(entry).isDirectory() ? 0o750 : 0o604);

  // The server does not change files that others have put into its data directory.
  writeFileSync(path.join(dataDirectory, 'backup.sh'), '', { mode: 0o755 });

  const second = await startedApp();
  expect(modesIn(dataDirectory)).toEqual({ ...closedModes(reference), ...whileRunning, 'backup.sh': '755' });
  expect(modesIn(outside)).toEqual({ '.': '750', file: '604' });
  expect(second.log.filter(isAboutModes)).toEqual([expect.objectContaining({ level: 40, count: 6 })]);
  await second.stop();
  expect((await startedApp()).log.some(isAboutModes)).toBe(false);
});

test('a second server on one data directory exits with 78 and says that another server uses the directory', async () => {
  await startedApp();
  const { exitCode, output } = await failedStart();
  expect(exitCode).toBe(78);
  expect(output).toMatch(/^DATA_DIR: another server, .* only one may use a DATA_DIR/);
});

test.each([
  ['a folder in place of its database', () => mkdirSync(file), 'cannot be used'],
  ['a damaged database', () => writeFileSync(file, 'x'.repeat(8192)), 'is no database'],
  [
    "a newer version's database",
    () => databaseWith('PRAGMA user_version = 99'),
    'written by a newer version (schema 99',
  ],
  ["another program's database", () => databaseWith('CREATE TABLE notes (text)'), 'holds tables of something else'],
])('with %s in DATA_DIR the server changes nothing, says so, and exits with 78', async (_what, prepare, message) => {
  prepare();
  const before = statSync(file).isFile() && readFileSync(file);
  const { exitCode, output } = await failedStart();
  expect(exitCode).toBe(78);
  expect(output).toMatch(/^DATA_DIR: \S+submissions\.sqlite [^\n]+\n/);
  expect(output).toContain(message);
  expect(output).not.toContain('    at ');
  expect(statSync(file).isFile() && readFileSync(file)).toEqual(before);
});
