import path from 'node:path';
import { expect, test } from '@jest/globals';
import { checkDatabase } from '../../server/outbox/outbox.ts';
import { databaseFile } from '../../server/outbox/sqlite/sqliteDatabase.ts';
import { startTcpProxy } from '../helpers/network/tcpProxy.ts';
import { sharedPostgres } from '../helpers/run/shared.ts';
import { startApp } from '../helpers/site/app.ts';
import { runToEnd } from '../helpers/site/site.ts';
import { filesWith } from '../helpers/store/filesWith.ts';
import { openSqliteStore } from '../helpers/store/openSqliteStore.ts';
import { operate } from '../helpers/store/operate.ts';
import { addSubmission } from '../helpers/store/submissions.ts';
import { directoryUntilEnd, untilEnd } from '../helpers/untilEnd.ts';
import { deliver, post } from '../helpers/visitor/posts.ts';
import { contactMessage, newAddress, newKey } from '../helpers/visitor/visitor.ts';

const moved = 'moved@visitor.example';
const dataDirectory = directoryUntilEnd();
const backup = path.join(dataDirectory, 'mine.sqlite');
const postgres = await sharedPostgres();
const url = await postgres.createDatabase();
const replaced = openSqliteStore(databaseFile(dataDirectory));
for (const email of [moved, 'other@visitor.example']) await addSubmission(replaced, { email });
await replaced.close();
await operate({ DATA_DIR: dataDirectory }, 'backup', backup);
const site = await untilEnd(startApp({ DATA_DIR: dataDirectory, DATABASE_URL: url }));

function submissions(...parameters: string[]) {
  return runToEnd(['submissions', ...parameters], { DATA_DIR: dataDirectory, DATABASE_URL: url, RETENTION_DAYS: '30' });
}
async function stored(): Promise<string[]> {
  return (await postgres.query('SELECT reference FROM submissions', url)).map(({ reference }) => reference);
}

test('forget erases from PostgreSQL, from the replaced SQLite database and its copies, and from the mail files', async () => {
  expect(await site.waitForLog(({ alarm }) => alarm === 'replaced-database')).toMatchObject({ level: 40 });
  const gone = await deliver(site, { ...contactMessage, email: moved });
  const stays = await deliver(site, { ...contactMessage, email: 'stays@visitor.example' });
  const old = ['submissions.sqlite', 'mine.sqlite'];
  expect(filesWith(dataDirectory, moved)).toEqual(expect.arrayContaining([...old, `mail/${gone}.eml`]));
  const { exitCode, output, printed } = await submissions('forget', 'Moved <MOVED@Visitor.example>');
  expect(exitCode).toBe(0);
  const record = `^Erased at a person's request: [\\d: -]+ SAST\nSubmissions: 2\nReferences: ${gone} [\\w-]+\n$`;
  expect(printed).toMatch(new RegExp(record));
  expect(output).toMatch(/the mails in the mailbox of MAIL_TO .* and backups/);
  expect(filesWith(dataDirectory, moved)).toEqual([]);
  expect(filesWith(dataDirectory, 'other@visitor.example')).toEqual(expect.arrayContaining(old));
  expect(filesWith(dataDirectory, 'stays@visitor.example')).toEqual([`mail/${stays}.eml`]);
  expect(await stored()).toEqual([stays]);
  const vacuums = "SELECT vacuum_count::integer FROM pg_stat_user_tables WHERE relname = 'submissions'";
  expect(await postgres.query(vacuums, url)).toEqual([{ vacuum_count: 1 }]);
});

test('list and status read PostgreSQL, and backup and restore refuse and name the command of PostgreSQL', async () => {
  const environment = { DATA_DIR: '/nowhere', DATABASE_URL: url };
  expect((await operate(environment, 'list')).output).toMatch(/\n[^\n]+ {2}delivered {2}/);
  expect((await operate(environment, 'status')).output).toMatch(/^OK - 0 queued, 0 failed/);
  for (const [verb, command] of [
    ['backup', '(umask 077; pg_dump --format=custom --no-owner --file=/backups/it.dump DATABASE_URL)'],
    ['restore', 'pg_restore --clean --if-exists --single-transaction'],
  ] as const) {
    const refused = { exitCode: 1, output: expect.stringContaining(command) };
    expect(await operate(environment, verb, '/backups/it.dump')).toMatchObject(refused);
  }
});

test('the report has figures from PostgreSQL', async () => {
  const { exitCode, printed } = await runToEnd(['report'], { DATA_DIR: dataDirectory, DATABASE_URL: url });
  expect(exitCode).toBe(0);
  expect(printed).toContain('orders: 0, messages: 1.');
});

test('an unusable PostgreSQL database is reported in one sentence without the password', async () => {
  const statusOf = async (DATABASE_URL: string): Promise<string> => {
    const { exitCode, output } = await operate({ DATA_DIR: '/nowhere', DATABASE_URL }, 'status');
    expect(exitCode).toBe(2);
    expect(output).toMatch(/^CRITICAL - (?!.*not-the-password)[^\n]+\n$/);
    return output;
  };
  const wrongLogin = Object.assign(new URL(url), { password: 'not-the-password' });
  expect(await statusOf(String(wrongLogin))).toContain('refuses the login');
  expect(await statusOf(await postgres.createDatabase())).toContain('no server has run with this DATABASE_URL');
  // A later release may start on the database, although its commands must wait for its server.
  await postgres.query('UPDATE schema_version SET version = 10, works_from = 10', url);
  expect(await statusOf(url)).toContain("start this version's server first");
  expect(await checkDatabase({ dataDirectory, databaseUrl: url })).toBeUndefined();
  await postgres.query('UPDATE schema_version SET version = 999, works_from = 999', url);
  expect(await statusOf(url)).toContain('newer version (schema 999');
  const proxy = await startTcpProxy(Number(new URL(url).port));
  proxy.hang();
  expect(await statusOf(proxy.through(url))).toContain('does not answer');
  await proxy.stop();
});

test('two servers of one database share one limit of posts, and write a post of the other again before they repeat its answer', async () => {
  const DATABASE_URL = await postgres.createDatabase();
  const [limit, key] = [6, newKey()];
  const start = () => untilEnd(startApp({ DATABASE_URL, TRUST_PROXY: '1', SUBMISSION_LIMIT: String(limit) }));
  const sites = await Promise.all([start(), start()]);
  // Only a write waits for the standby, so only a write shows that the first commit is safe.
  const versions = [];
  for (const site of [sites[0], ...sites]) {
    await post(site, contactMessage, { key }).expect(200);
    versions.push(await postgres.query('SELECT xmin FROM submissions', DATABASE_URL));
  }
  expect(versions[1]).toEqual(versions[0]);
  expect(versions[2]).not.toEqual(versions[1]);
  const accepted = async (from: string) => {
    const posts = Array.from({ length: 2 * limit }, () => sites.map((site) => post(site, contactMessage, { from })));
    return (await Promise.all(posts.flat())).filter(({ status }) => status !== 429).length;
  };
  const [one, other] = [newAddress(), newAddress()];
  expect(await Promise.all([accepted(one), accepted(other)])).toEqual([limit, limit]);
  for (const site of sites) await post(site, contactMessage, { from: one }).expect(429);
});
