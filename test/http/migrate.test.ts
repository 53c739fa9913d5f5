import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { beforeAll, expect, test } from '@jest/globals';
import request from 'supertest';
import { databaseFile } from '../../server/outbox/sqlite/sqliteDatabase.ts';
import { sharedPostgres } from '../helpers/run/shared.ts';
import { type App, startApp } from '../helpers/site/app.ts';
import { runToEnd } from '../helpers/site/site.ts';
import { openSqliteStore } from '../helpers/store/openSqliteStore.ts';
import { operate } from '../helpers/store/operate.ts';
import { runInFile } from '../helpers/store/stored.ts';
import { takeNotice, withoutToken } from '../helpers/store/submissions.ts';
import { withDebianTool } from '../helpers/tools/withDebianTool.ts';
import { directoryUntilEnd } from '../helpers/untilEnd.ts';
import { contactMessage, contactSubmission, newKey, submissionsPath } from '../helpers/visitor/visitor.ts';

/** `migrate` reads 500 rows with one statement. So it needs three statements for this many submissions. */
const amount = 1100;
async function newDatabase(): Promise<string> {
  return (await sharedPostgres()).createDatabase();
}
async function inPostgres(url: string, sql: string) {
  return (await sharedPostgres()).query(sql, url);
}

/** Makes a data directory with this many submissions, mails of every kind and state, a flood, a secret and a used token. */
async function filled(submissions: number): Promise<string> {
  const directory = directoryUntilEnd();
  const file = databaseFile(directory);
  const store = openSqliteStore(file);
  await store.maintenance.secret();
  const token = { id: 'used', expiresAt: Date.now() + 60_000 };
  const texts = { name: '👩‍👩‍👧 Zoë', message: `"'\\ \u2028\n${'x'.repeat(900)}`, orderedPlan: '' };
  const key = { key: newKey(), bodyHash: 'hash', lifetime: 60_000 };
  const options = { ...withoutToken, token, required: true, confirms: true };
  await store.submissions.add({ ...contactSubmission, ...texts }, key, options);
  await takeNotice(store, { owner: 'a server' });
  await store.close();
  const mailColumns =
    'message_id, reference, kind, state, attempts, pending_since, due_at, last_error, sent_at, recipient';
  // Selects all submissions but the first. Each has a number `n` as its phone, and its mails depend on `n`.
  const numbered = 'FROM (SELECT *, CAST(phone AS INTEGER) AS n FROM submissions) WHERE phone = n';
  for (const sql of [
    `WITH RECURSIVE numbers (value) AS (SELECT 2 UNION ALL SELECT value + 1 FROM numbers LIMIT ${submissions - 1})
     INSERT INTO submissions (reference, kind, plan_id, billing, unknown_lines, name, email, company, phone, message, verified,
       suspect, received_at, idempotency_key)
     SELECT printf('%05d-%05d', value % 7, value), iif(value % 2, 'order', 'contact'), 'CXN3', iif(value % 3, 'yearly', null),
       iif(value % 5, null, 'a' || char(10) || 'b'), name, email, company, value, message, value % 3 = 0, value % 5 = 0,
       received_at + value, iif(value % 17, null, 'key ' || value) FROM submissions, numbers`,
    `INSERT INTO mails (${mailColumns}) SELECT n || '@x', reference, 'notice', iif(n % 3, iif(n % 2, 'pending', 'sent'), 'failed'), n % 4, received_at,
       received_at - n, iif(n % 3, null, '550 no'), iif(n % 2, null, received_at), null ${numbered}`,
    `INSERT INTO mails (${mailColumns}) SELECT 'c' || n, reference, 'confirmation', iif(n % 2, 'skipped', 'sent'), 0, received_at, n, null,
       iif(n % 2, null, n), 'r' || n ${numbered} AND n % 5 = 0`,
    `UPDATE mails SET arrived_at = sent_at + 3, folder = 'Junk', bounced_at = 7
     WHERE sent_at IS NOT NULL AND kind = 'notice'`,
    'INSERT INTO flood (began_at) VALUES (123)',
    'INSERT INTO mailbox (watched_since, looked_at) VALUES (5, 123)',
  ])
    runInFile(file, sql);
  return directory;
}

const tables = [
  'SELECT * FROM submissions ORDER BY reference',
  'SELECT * FROM mails ORDER BY message_id',
  'SELECT * FROM used_tokens ORDER BY id',
  'SELECT * FROM secrets ORDER BY name',
  'SELECT began_at FROM flood',
  'SELECT watched_since, looked_at FROM mailbox',
];
/** A row as a text. Equal rows of SQLite and PostgreSQL become equal texts. */
function asText(row: object): string {
  const values = Object.entries(row).map(([column, value]) => {
    if (value instanceof Uint8Array) return [column, Buffer.from(value).toString('hex')];
    return [column, value === null ? null : String(typeof value === 'boolean' ? Number(value) : value)];
  });
  return JSON.stringify(values.sort());
}
/** All rows that `migrate` moves. `where`: the file of a SQLite database, or the DATABASE_URL of a PostgreSQL database. */
function contentOf(where: string): Promise<string[]> {
  const read = async (sql: string) => (existsSync(where) ? runInFile(where, sql) : await inPostgres(where, sql));
  return Promise.all(tables.map(async (sql) => (await read(sql)).map(asText).join('\n')));
}
function placeOf(source: string) {
  return existsSync(source) ? { DATA_DIR: source } : { DATA_DIR: '/nowhere', DATABASE_URL: source };
}
async function move(source: string, to: string): Promise<string> {
  const { exitCode, output, printed } = await operate(placeOf(source), 'migrate', '--to', to);
  expect({ exitCode, output, printed }).toMatchObject({ exitCode: 0, printed: '' });
  return output;
}
/** Runs `migrate`, which must be refused. Resolves with what it prints. */
async function refusal(source: string, to: string): Promise<string> {
  const { exitCode, output } = await operate(placeOf(source), 'migrate', '--to', to);
  expect({ exitCode, output }).toMatchObject({ exitCode: 1 });
  expect(output).not.toContain('of-the-tests');
  return output.replace(/^Moving .*\n/, '');
}
function withoutLogin(url: string): string {
  return url.replace(/\/\/[^@]*@/, '//');
}

withDebianTool('postgres', () => {
  let dataDirectory: string;
  let file: string;
  let content: string[];
  /** The URL of the PostgreSQL database to which the first test moves everything. */
  let moved: string;
  beforeAll(async () => {
    [dataDirectory, moved] = [await filled(amount), await newDatabase()];
    file = databaseFile(dataDirectory);
    content = await contentOf(file);
  });

  test('migrate moves every column of every row to PostgreSQL and back, and leaves the source unchanged', async () => {
    const { exitCode, output } = await runToEnd(['submissions', 'migrate', '--to', moved], { DATA_DIR: dataDirectory });
    expect({ exitCode, output }).toMatchObject({ exitCode: 0, output: expect.stringMatching(/^Moving from /) });
    expect(output).toContain(
      `${withoutLogin(moved)} holds as many rows as ${file}: 1 secrets, 1 flood, 1 used_tokens, ${amount} submissions, `,
    );
    expect(output).toContain('Next: set DATABASE_URL to that address, then start the server.');
    expect(await contentOf(file)).toEqual(content);
    expect(await contentOf(moved)).toEqual(content);
    const refused = `${withoutLogin(moved)} holds other data: name an empty database.\n`;
    expect(await refusal(dataDirectory, moved)).toBe(refused);
    expect(await contentOf(moved)).toEqual(content);

    const back = directoryUntilEnd();
    const advice = `Next: unset DATABASE_URL, set DATA_DIR to ${back}, then start the server.`;
    expect(await move(moved, `sqlite:${back}`)).toContain(advice);
    expect(await contentOf(databaseFile(back))).toEqual(content);
    expect(readdirSync(back).filter((name) => !name.endsWith('.lock'))).toEqual(['submissions.sqlite']);
    expect(await contentOf(moved)).toEqual(content);
  });

  test('after migrate a server continues with the moved data, and migrate refuses while a server uses either database', async () => {
    const DATA_DIR = directoryUntilEnd();
    const [url, key] = [await newDatabase(), newKey()];
    const post = async (app: App) => {
      const answer = await request(app.url).post(submissionsPath).set('Idempotency-Key', key).send(contactMessage);
      expect(answer.status).toBe(200);
      return answer.get('X-Reference');
    };
    const before = await startApp({ DATA_DIR });
    const reference = await post(before);
    const running = `A server, or another move or restore, is running on ${DATA_DIR}: stop it first (systemctl stop website.socket website).\n`;
    expect(await refusal(DATA_DIR, url)).toBe(running);
    expect(await refusal(dataDirectory, `sqlite:${DATA_DIR}`)).toBe(running);
    await before.stop();
    await move(DATA_DIR, url);

    const after = await startApp({ DATA_DIR, DATABASE_URL: url });
    expect(await post(after)).toBe(reference);
    const locks = 'SELECT 1 FROM pg_locks JOIN pg_database ON oid = database WHERE datname = current_database()';
    while ((await inPostgres(url, `${locks} AND objid = 2`)).length === 0);
    const working = `A server works with ${withoutLogin(url)}: stop it first (systemctl stop website.socket website), on each machine.\n`;
    expect(await refusal(DATA_DIR, url)).toBe(working);
    expect(await refusal(url, `sqlite:${directoryUntilEnd()}`)).toBe(working);
    await after.stop();
    expect(existsSync(databaseFile(DATA_DIR))).toBe(true);
  });

  test('migrate refuses a target that holds other data, and leaves it unchanged', async () => {
    const source = await filled(30);
    for (const without of ['used_tokens', 'submissions']) {
      const directory = await filled(3);
      const target = databaseFile(directory);
      runInFile(target, `DELETE FROM ${without}`);
      const before = readFileSync(target);
      expect(await refusal(source, `sqlite:${directory}`)).toContain(`${target} holds other data`);
      expect(readFileSync(target).equals(before)).toBe(true);
    }

    // A server that was only tried out has stored its secret. For `migrate`, a database that holds only a secret is empty.
    const tried = directoryUntilEnd();
    const store = openSqliteStore(databaseFile(tried));
    await store.maintenance.secret();
    await store.close();
    // A table that the target does not have in this form ends the move half-way. Then the target must be as empty as before.
    const url = await newDatabase();
    runInFile(databaseFile(source), 'ALTER TABLE mails ADD COLUMN extra TEXT');
    for (const to of [`sqlite:${tried}`, url]) expect(await refusal(source, to)).toContain('extra');
    runInFile(databaseFile(source), 'ALTER TABLE mails DROP COLUMN extra');
    await move(source, url);
    await move(source, `sqlite:${tried}`);
    expect(await contentOf(databaseFile(tried))).toEqual(await contentOf(databaseFile(source)));
  });

  test('migrate refuses what is no database of this site, cannot be reached, or is the source itself', async () => {
    const [url, folder] = [await newDatabase(), directoryUntilEnd()];
    expect(await refusal(url, `sqlite:${folder}`)).toContain(' no tables of this program yet');
    expect(await refusal(moved, moved)).toContain(`A server works with ${withoutLogin(moved)}: stop it first`);
    expect(await refusal(dataDirectory, `sqlite:${dataDirectory}`)).toContain(
      `another move or restore, is running on ${dataDirectory}: stop it first`,
    );
    await inPostgres(url, 'CREATE TABLE cats (name TEXT)');
    expect(await refusal(dataDirectory, url)).toContain('the database holds tables of something else (cats)');
  });
});
