import {
  chmodSync,
  closeSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import request from 'supertest';
import { type LogLine, newDataDirectory, runToEnd, type Site, startSite } from '../helpers/site/site.ts';
import { storedIn } from '../helpers/store/stored.ts';
import { contactMessage, submissionsPath } from '../helpers/visitor/visitor.ts';

let dataDirectory: string;
let file: string;
const sites: Site[] = [];
beforeEach(() => {
  dataDirectory = newDataDirectory();
  file = path.join(dataDirectory, 'submissions.sqlite');
});
afterEach(async () => {
  // After a failed expectation a server is still running.
  for (const site of sites.splice(0)) {
    site.signal('SIGKILL');
    await site.ended;
  }
  rmSync(dataDirectory, { recursive: true, force: true });
});

async function start(): Promise<Site> {
  const site = await startSite({ SUBMISSION_LIMIT: '1000' }, { dataDirectory });
  sites.push(site);
  return site;
}
function failedStart() {
  return runToEnd(['main'], { DATA_DIR: dataDirectory });
}
function post(site: Site) {
  return request(site.url).post(submissionsPath).send(contactMessage);
}
function health(site: Site) {
  return request(site.url).get('/healthz');
}

test('a second server on the same data directory exits with a message; the first continues', async () => {
  const site = await start();
  const second = await failedStart();
  expect(second.exitCode).toBe(1);
  expect(second.output).toContain(`another server is running on ${dataDirectory}`);
  await post(site).expect(200);
  await site.stop();
});

test('health requests write to the disk at most once a second, however many there are', async () => {
  const site = await start();
  const log = () => statSync(`${file}-wal`).size;
  await health(site).expect(200);
  const before = log();
  const begun = performance.now();
  for (let round = 0; round < 20; round += 1)
    await Promise.all(Array.from({ length: 20 }, () => health(site).expect(200)));
  const seconds = (performance.now() - begun) / 1000;
  // A probe writes one page and a frame header of 24 bytes: https://www.sqlite.org/fileformat2.html#the_write_ahead_log
  expect((log() - before) / (4096 + 24)).toBeLessThanOrEqual(seconds + 1);
  await site.stop();
});

test('a killed server leaves no lock behind', async () => {
  const site = await start();
  await post(site).expect(200);
  site.signal('SIGKILL');
  await site.ended;
  const next = await start();
  expect(storedIn(dataDirectory)).toHaveLength(1);
  await next.stop();
});

test('with a damaged database the start fails and names the file', async () => {
  writeFileSync(file, 'x'.repeat(8192));
  const { exitCode, output } = await failedStart();
  expect(exitCode).toBe(1);
  expect(output).toContain(`${file} is damaged`);
  expect(output).not.toContain('    at ');
});

test('a damaged database page is found at the start', async () => {
  const site = await start();
  for (let index = 0; index < 20; index += 1) await post(site).expect(200);
  // The start itself reads pending submissions, and would find the damage without the check.
  await site.waitForLog(() => site.log.filter(({ msg }) => msg === 'mail delivered').length === 20);
  await site.stop();
  const database = new DatabaseSync(file);
  const { page_count: pages } = database.prepare('PRAGMA page_count').get() as { page_count: number };
  database.close();
  const descriptor = openSync(file, 'r+');
  // The last table leaf page, which nothing else reads at the start: https://www.sqlite.org/fileformat.html
  const rowPage = 13;
  const offsets = Array.from({ length: pages }, (_, page) => page * 4096).reverse();
  const typeAt = (offset: number) => {
    const type = Buffer.alloc(1);
    readSync(descriptor, type, 0, 1, offset);
    return type[0];
  };
  const damaged = offsets.find((offset) => typeAt(offset) === rowPage);
  writeSync(descriptor, Buffer.alloc(64, 0xff), 0, 64, damaged);
  closeSync(descriptor);
  const { exitCode, output } = await failedStart();
  expect(exitCode).toBe(1);
  expect(output).toContain('is damaged');
});

test("with a newer version's database the start fails and names its schema", async () => {
  const database = new DatabaseSync(file);
  database.exec('PRAGMA user_version = 99');
  database.close();
  const { exitCode, output } = await failedStart();
  expect(exitCode).toBe(1);
  expect(output).toContain('newer version (schema 99');
});

test('a database that cannot be opened is a configuration fault', async () => {
  mkdirSync(file);
  const { exitCode, output } = await failedStart();
  expect(exitCode).toBe(78);
  expect(output).toContain('DATA_DIR');
});

test('while the data directory is missing submissions get 503 and pages are served', async () => {
  const site = await start();
  await post(site).expect(200);
  renameSync(dataDirectory, `${dataDirectory}.away`);
  const refused = await post(site).expect(503);
  expect(refused.body).toMatchObject({ success: false });
  await request(site.url)
    .post(submissionsPath)
    .type('form')
    .send({ ...contactMessage, plan: 'CXN3', message: 'Kept text' })
    .expect(503)
    .expect('Content-Type', /html/)
    .expect(/Kept text/);
  await health(site).expect(503);
  await request(site.url).get('/').expect(200);
  renameSync(`${dataDirectory}.away`, dataDirectory);
  await post(site).expect(200);
  await health(site).expect(200);
  expect(storedIn(dataDirectory)).toHaveLength(2);
  await site.stop();
});

test('after the data directory is removed submissions get 503; a new one gets a new database', async () => {
  const site = await start();
  await post(site).expect(200);
  rmSync(dataDirectory, { recursive: true });
  await post(site).expect(503);
  mkdirSync(dataDirectory);
  chmodSync(dataDirectory, 0o755);
  await post(site).expect(200);
  expect(storedIn(dataDirectory)).toHaveLength(1);
  expect(statSync(dataDirectory).mode & 0o777).toBe(0o700);
  expect((await failedStart()).output).toContain('another server is running');
  await site.stop();
});

/** The modes of a directory and its entries by relative path, without symbolic links. */
function modesIn(directory: string, name = '.'): { [name: string]: string } {
  const entry = path.join(directory, name);
  const stats = lstatSync(entry);
  if (stats.isSymbolicLink()) return {};
  const within = stats.isDirectory() ? readdirSync(entry) : [];
  return Object.assign(
    { [name]: (stats.mode & 0o7777).toString(8) },
    ...within.map((child) => modesIn(directory, path.join(name, child))),
  );
}
function closedModes(reference: string) {
  return {
    '.': '700',
    mail: '700',
    [`mail/${reference}.eml`]: '600',
    'owner.lock': '600',
    'submissions.sqlite': '600',
  };
}
const whileRunning = {
  'owner.lock-journal': '600',
  'submissions.sqlite-shm': '600',
  'submissions.sqlite-wal': '600',
};
function isAboutModes({ msg }: LogLine): boolean {
  return msg.includes('open to other users');
}
function isDelivered({ msg }: LogLine): boolean {
  return msg === 'mail delivered';
}

test('only the owner can access what the server creates, with any umask at the start', async () => {
  const made = path.join(dataDirectory, 'made');
  const umask = process.umask(0);
  try {
    const site = await startSite({ DATA_DIR: made }, { dataDirectory });
    sites.push(site);
    const reference = (await post(site).expect(200)).get('X-Reference') ?? '';
    await site.waitForLog(isDelivered);
    expect(modesIn(made)).toEqual({ ...closedModes(reference), ...whileRunning });
    expect((await runToEnd(['submissions', 'retry', reference], { DATA_DIR: made })).exitCode).toBe(0);
    expect(modesIn(made)).toEqual({ ...closedModes(reference), ...whileRunning });
    await site.stop();
    expect((await runToEnd(['submissions', 'list'], { DATA_DIR: made })).exitCode).toBe(0);
    expect(modesIn(made)).toEqual(closedModes(reference));
    expect(site.log.some(isAboutModes)).toBe(false);
  } finally {
    process.umask(umask);
  }
});

test('a data directory open to other users is closed to them with one warning; links are not followed', async () => {
  const outside = newDataDirectory();
  try {
    const first = await start();
    const reference = (await post(first).expect(200)).get('X-Reference') ?? '';
    await first.waitForLog(isDelivered);
    await first.stop();
    writeFileSync(path.join(outside, 'file'), '');
    for (const [link, target] of [
      ['folder-link', outside],
      ['mail/file-link', path.join(outside, 'file')],
      ['broken-link', path.join(outside, 'none')],
    ] as const)
      symlinkSync(target, path.join(dataDirectory, link));
    const opened = Object.keys(modesIn(dataDirectory)).map((name) => path.join(dataDirectory, name));
    for (const entry of [...opened, outside, path.join(outside, 'file')])
      chmodSync(entry, statSync(entry).isDirectory() ? 0o755 : 0o644);

    // The server leaves entries of others unchanged.
    writeFileSync(path.join(dataDirectory, 'backup.sh'), '', { mode: 0o755 });

    const second = await start();
    expect(modesIn(dataDirectory)).toEqual({ ...closedModes(reference), ...whileRunning, 'backup.sh': '755' });
    expect(modesIn(outside)).toEqual({ '.': '755', file: '644' });
    expect(second.log.filter(isAboutModes)).toEqual([
      expect.objectContaining({
        level: 40,
        count: 5,
        names: expect.arrayContaining(['.', 'submissions.sqlite', `mail/${reference}.eml`]),
      }),
    ]);
    await second.stop();

    const third = await start();
    expect(third.log.some(isAboutModes)).toBe(false);
    await third.stop();
  } finally {
    rmSync(outside, { recursive: true });
  }
});

test('a data directory shared with others is a configuration fault, and is left unchanged', async () => {
  chmodSync(dataDirectory, 0o1777);
  writeFileSync(path.join(dataDirectory, 'of-another'), '', { mode: 0o644 });
  const { exitCode, output } = await failedStart();
  expect(exitCode).toBe(78);
  expect(output).toContain(`DATA_DIR: ${dataDirectory} is shared with others: name a folder of its own`);
  expect(modesIn(dataDirectory)).toEqual({ '.': '1777', 'of-another': '644' });
});

test('an empty data directory that all may use, such as a new tmpfs, is closed to other users', async () => {
  chmodSync(dataDirectory, 0o1777);
  for (let starts = 0; starts < 2; starts += 1) {
    const site = await start();
    await post(site).expect(200);
    await site.stop();
    expect(modesIn(dataDirectory)).toMatchObject({ '.': '700', 'submissions.sqlite': '600' });
    chmodSync(dataDirectory, 0o1777);
  }
});
