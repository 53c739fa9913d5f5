import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { DatabaseError } from 'pg';
import { pino } from 'pino';
import { OperatorError } from '../../server/lib/errors.ts';
import { newest, postgresMigrations } from '../../server/outbox/migrations/migrations.ts';
import { withMoveEnd } from '../../server/outbox/move.ts';
import { databaseFaultSentence, isPassing } from '../../server/outbox/postgres/databaseFault.ts';
import { openPostgres } from '../../server/outbox/postgres/postgresDatabase.ts';
import {
  changeSchema,
  faultsOf,
  preparePostgres,
  warnOfDurability,
} from '../../server/outbox/postgres/postgresSchema.ts';
import { storeIn } from '../../server/outbox/store.ts';
import { certificate, localCertificate } from '../helpers/mail/certificate.ts';
import { type Arrivals, newArrivals } from '../helpers/site/arrivals.ts';
import type { LogLine } from '../helpers/site/site.ts';
import { startPostgres } from '../helpers/store/postgres.ts';
import { addSubmission, takeNotice } from '../helpers/store/submissions.ts';
import { directoryUntilEnd, untilEnd } from '../helpers/untilEnd.ts';

const folder = directoryUntilEnd();
const trusted = path.join(folder, 'trusted.crt');
const other = path.join(folder, 'other.crt');
writeFileSync(trusted, localCertificate.cert);
writeFileSync(other, certificate.cert);

const server = await untilEnd(startPostgres({ tls: true, settings: { listen_addresses: '127.0.0.1,127.0.0.2' } }));
const url = await server.createDatabase();

function newLog() {
  const lines: Arrivals<LogLine> = newArrivals(() => '');
  return { lines, log: pino({ base: null }, { write: (line: string) => lines.add(JSON.parse(line) as LogLine) }) };
}

/** The DATABASE_URL of this file's database, with these parts replaced. */
function changed(parts: { readonly [part in 'password' | 'pathname' | 'search']?: string }): string {
  return String(Object.assign(new URL(url), parts));
}

/** The message with which a server does not start on this database; undefined: it starts. */
async function faultOf(databaseUrl: string): Promise<string | undefined> {
  try {
    await preparePostgres(databaseUrl, newLog().log);
    return undefined;
  } catch (error) {
    expect(String(error)).not.toContain('of-the-tests');
    if (error instanceof OperatorError) expect(error.exitCode).toBe(78);
    return error instanceof Error ? error.message : String(error);
  }
}

const authority = (file: string) => `sslrootcert=${encodeURIComponent(file)}`;
const verified = (file: string) => changed({ search: `?sslmode=verify-full&${authority(file)}` });

test.each([
  ['a wrong password', changed({ password: 'wrong' }), /refuses the login: check .* \(password authentication failed/],
  ['an unknown database', changed({ pathname: '/missing' }), /the database does not exist: create it/],
  ['an unknown schema', changed({ search: '?options=-c%20search_path%3Dmissing' }), /its search_path names no schema/],
  ['the certificate of another server', verified(other), /certificate/],
  ['no authority', changed({ search: '?sslmode=verify-full' }), /see sslrootcert \(self-signed certificate/],
  ['another host', verified(trusted).replace('127.0.0.1', '127.0.0.2'), /Hostname\/IP does not match certificate/],
])('the start names what is wrong with an address that has %s', async (_what, databaseUrl, fault) => {
  expect(await faultOf(databaseUrl)).toMatch(new RegExp(`^DATABASE_URL: .*${fault.source}`));
});

test('TLS to PostgreSQL works with the expected certificate', async () => {
  expect(await faultOf(verified(trusted))).toBeUndefined();
  expect(await faultOf(changed({ search: `?${authority(trusted)}` }))).toBeUndefined();
});

test('a start names every fault of a PostgreSQL database', async () => {
  await server.createDatabase({ owner: 'guest' });
  const asGuest = (databaseUrl: string) => String(Object.assign(new URL(databaseUrl), { username: 'guest' }));
  const latin = await server.createDatabase({ encoding: 'LATIN1' });
  await server.query('CREATE TABLE invoices (id int); CREATE TABLE customers (id int)', latin);
  const faults = [
    'DATABASE_URL: expected a database with the encoding UTF8; this one has LATIN1',
    'DATABASE_URL: the database holds tables of something else (customers, invoices); make one for this site alone',
  ];
  expect(await faultOf(asGuest(latin))).toBe(faults.join('\n'));
  expect(await faultOf(await server.createDatabase({ encoding: 'SQL_ASCII' }))).toMatch(/encoding UTF8.*SQL_ASCII/);

  const prepared = await server.createDatabase();
  await preparePostgres(prepared, newLog().log);
  expect(await faultOf(asGuest(prepared))).toMatch(/^DATABASE_URL: the database does not let this user do that/);

  const old = { version: 140_023, encoding: 'UTF8', schema: null, tables: [] };
  const answer = async <R extends object>() => [old] as unknown as R[];
  expect(await faultsOf(answer)).toContain('expected PostgreSQL 15 or newer; this is 14');
});

test('if servers start at once, one changes the schema, and a server of the version before works on if the change allows it', async () => {
  const address = await server.createDatabase();
  const start = () => preparePostgres(address, newLog().log);
  await start();
  const database = openPostgres(address, { connections: 5, timeout: 20_000 });
  const store = storeIn(database);
  const submit = () => addSubmission(store);
  await submit();
  // While a change waits for a lock that pg_dump holds, posts wait for the change.
  const sql = `ALTER TABLE submissions ADD COLUMN priority INTEGER NOT NULL DEFAULT 0;
    CREATE TABLE longest AS SELECT current_setting('lock_timeout') AS wait`;
  const version = newest(postgresMigrations);
  const newer = [...postgresMigrations, { version: version + 1, sql, worksFrom: version }];
  await Promise.all(Array.from({ length: 5 }, () => changeSchema(database, newer)));
  const [state] = await database.run('SELECT version, works_from FROM schema_version');
  expect(state).toEqual({ version: version + 1, works_from: version });
  expect(await database.run('SELECT wait FROM longest')).toEqual([{ wait: '3s' }]);
  await submit();
  await start();
  await submit();
  expect(await takeNotice(store, { owner: 'x', lease: 1000 })).toBeDefined();
  expect((await store.statistics.status()).counts.pending).toBe(3);

  await changeSchema(database, [...newer, { version: version + 2, sql: 'DROP TABLE probe', worksFrom: version + 2 }]);
  const message = expect.stringMatching(/^DATABASE_URL: .*newer version/);
  await expect(start()).rejects.toMatchObject({ exitCode: 78, message });
  await database.close();
});

test('nobody can write to a PostgreSQL database that is being moved, and a server that starts waits until the move has ended', async () => {
  const address = await server.createDatabase();
  expect(await faultOf(address)).toBeUndefined();
  await withMoveEnd({ databaseUrl: address }, false, async () => {
    expect(await faultOf(address)).toBe('its submissions are being moved at this moment');
    const locked = "SELECT relation::regclass::text AS name FROM pg_locks WHERE mode = 'ShareLock' ORDER BY name";
    const tables = (await server.query(locked, address)).map(({ name }) => name);
    expect(tables).toEqual(['flood', 'mailbox', 'mails', 'secrets', 'submissions', 'used_tokens']);
  });
});

test.each([
  [true, '08006 25006 40001 53100 53300 57P03 58030 XX000'],
  [false, '28P01 3D000 42501 42P01 08P01'],
])('whether waiting may cure a fault of PostgreSQL: %s for %s', (isCured, codes) => {
  const message = 'unsupported startup parameter: of PgBouncer';
  const faults = codes.split(' ').map((code) => Object.assign(new DatabaseError(message, 1, 'error'), { code }));
  expect(faults.filter((fault) => isPassing(fault) !== isCured)).toEqual([]);
  if (!isCured) expect(databaseFaultSentence(faults.at(-1))).toContain('see "PgBouncer" in docs/scaling.md');
});

test('the error of a PostgreSQL statement quotes no values of rows', async () => {
  const database = openPostgres(await server.createDatabase(), { connections: 1, timeout: 5_000 });
  await database.run('CREATE TABLE visitors (name TEXT PRIMARY KEY CHECK (length(name) > 3))');
  const add = (name: string) => database.run('INSERT INTO visitors VALUES ($1)', [name]);
  await add('Thandiwe');
  for (const name of ['Thandiwe', 'Tim']) {
    const { lines, log } = newLog();
    log.error({ err: await add(name).catch((error: unknown) => error) }, 'not added');
    expect(JSON.stringify(lines.all)).toContain('visitors');
    expect(JSON.stringify(lines.all)).not.toContain(name);
  }
  await database.close();
});

test('a start warns of PostgreSQL settings that can lose acknowledged submissions', async () => {
  const warned = async (databaseUrl: string) => {
    const { lines, log } = newLog();
    const database = openPostgres(databaseUrl, { connections: 1, timeout: 5_000 });
    await warnOfDurability(database, log);
    await database.close();
    return lines.all.map(({ msg }) => /\w+ off/.exec(msg)?.[0]);
  };
  const name = new URL(url).pathname.slice(1);
  expect(await warned(url)).toEqual([]);
  await server.configure({ fsync: 'off', full_page_writes: 'off' });
  await server.query(`ALTER DATABASE "${name}" SET synchronous_commit = off`);
  expect(await warned(url)).toEqual(['fsync off', 'full_page_writes off', 'synchronous_commit off']);
  await server.configure({ fsync: 'on', full_page_writes: 'on' });
});
