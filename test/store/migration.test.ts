import path from 'node:path';
import { expect, test } from '@jest/globals';
import { postgresMigrations, sqliteMigrations } from '../../server/outbox/migrations/migrations.ts';
import { openPostgres } from '../../server/outbox/postgres/postgresDatabase.ts';
import { changeSchema } from '../../server/outbox/postgres/postgresSchema.ts';
import { openSqlite } from '../../server/outbox/sqlite/sqliteDatabase.ts';
import { databaseOn } from '../../server/outbox/sqlite/sqliteQueue.ts';
import { storeIn } from '../../server/outbox/store.ts';
import { sharedPostgres } from '../helpers/run/shared.ts';
import { takeNotice } from '../helpers/store/submissions.ts';
import { withDebianTool } from '../helpers/tools/withDebianTool.ts';
import { directoryUntilEnd } from '../helpers/untilEnd.ts';

const day = 24 * 60 * 60_000;
const now = Date.now();
/** Rows as a program of version 10 leaves them: a wrong password, a busy server, and a notification that has not arrived. */
const rows = (['aaaaa-00001', 'aaaaa-00002', 'aaaaa-00003'] as const).map((reference, index) => {
  const lastError = ["'Configuration at fault: Check it. (535 no)'", "'451 later'", 'NULL'][index];
  const [state, sentAt] = index === 2 ? ['sent', now - day] : ['pending', 'NULL'];
  return `INSERT INTO submissions (reference, kind, name, email, company, phone, message, verified, suspect, received_at)
      VALUES ('${reference.toUpperCase()}', 'contact', 'Jo', 'jo@visitor.example', '', '', 'Hello', '0', '0', ${now - day});
    INSERT INTO mails (message_id, reference, kind, state, attempts, pending_since, due_at, last_error, sent_at)
      VALUES ('<${reference}@cirrux.example>', '${reference.toUpperCase()}', 'notice', '${state}', 1, ${now - day},
        ${now - day + index}, ${lastError}, ${sentAt})`;
});
const mailbox = `INSERT INTO mailbox (watched_since, looked_at) VALUES (${now - 2 * day}, ${now})`;
const release10 = [...rows, mailbox].join(';');

async function openMigratedSqlite() {
  const file = path.join(directoryUntilEnd(), 'submissions.sqlite');
  const old = openSqlite(file, { check: true }, sqliteMigrations.slice(0, 1));
  old.exec(release10);
  old.close();
  return databaseOn(openSqlite(file, { check: true }));
}

async function openMigratedPostgres() {
  const database = openPostgres(await (await sharedPostgres()).createDatabase(), { connections: 2, timeout: 10_000 });
  await changeSchema(database, postgresMigrations.slice(0, 1));
  await database.run(release10);
  await changeSchema(database);
  return database;
}

/** Declares the test of a database of version 10 that the current program has migrated. */
function declareTest(open: typeof openMigratedSqlite): void {
  test('a store of schema 10 keeps its mails, and what they wait for becomes a column', async () => {
    await using database = await open();
    const store = storeIn(database);
    expect((await store.statistics.status()).misconfigured).toBe(1);
    const [misconfigured, busy] = await Promise.all(
      ['AAAAA-00001', 'AAAAA-00002'].map(async (reference) => (await store.mails.listAbout(reference))[0]),
    );
    expect(misconfigured).toMatchObject({ fault: 'configuration', lastError: 'Check it. (535 no)' });
    expect(busy).toMatchObject({ fault: null, lastError: '451 later' });
    // The view is what a program of version 10 reads.
    expect(await database.run('SELECT reference FROM missing_mails')).toEqual([{ reference: 'AAAAA-00003' }]);
    expect(await store.statistics.mailbox()).toMatchObject({ missing: 1 });
    await store.mails.record(await takeNotice(store), { state: 'sent' });
    expect((await store.statistics.status()).misconfigured).toBe(0);
    expect(await store.mails.retry(['AAAAA-00003'])).toBe(1);
    expect((await store.submissions.find('AAAAA-00003'))?.messageId).toBe('<aaaaa-00003.1@cirrux.example>');
  });
}

declareTest(openMigratedSqlite);
withDebianTool('postgres', () => declareTest(openMigratedPostgres));
