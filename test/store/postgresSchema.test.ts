import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { pino } from 'pino';
import { type Database, openDatabase } from '../../server/submissions/postgres/database.ts';
import { forget } from '../../server/submissions/postgres/forgetting.ts';
import { migrate, migrations } from '../../server/submissions/postgres/postgresSchema.ts';
import { createPostgresStore } from '../../server/submissions/postgres/postgresStore.ts';
import { preparePostgres } from '../../server/submissions/postgres/start.ts';
import { tokenGrace } from '../../server/submissions/store.ts';
import { sharedPostgres } from '../helpers/run/shared.ts';
import { withDebianTool } from '../helpers/tools/withDebianTool.ts';
import { contactSubmission } from '../helpers/visitor/visitor.ts';

const log = pino({ enabled: false });
const addition = 'ALTER TABLE submissions ADD COLUMN priority INTEGER NOT NULL DEFAULT 0';

withDebianTool('postgres', () => {
  let url: string;
  let database: Database;

  beforeEach(async () => {
    url = await (await sharedPostgres()).createDatabase();
    database = openDatabase(url, { connections: 5, timeout: 20_000 });
    await preparePostgres(url, log);
  });
  afterEach(async () => {
    await database.close();
    await (await sharedPostgres()).dropDatabase(url);
  });

  test('of several servers that start at once, one changes the schema and the others wait for it', async () => {
    const newer = [...migrations, { sql: addition, worksFrom: migrations.length }];
    await Promise.all(Array.from({ length: 5 }, () => migrate(database, newer)));
    expect(await database.run('SELECT version, works_from FROM schema_version')).toEqual([
      { version: newer.length, works_from: migrations.length },
    ]);
  });

  test('a server of the version before goes on beside the new schema, and may start anew', async () => {
    const store = createPostgresStore({ requests: database, background: database, mailDomain: 'cirrux.example' });
    const submit = () => store.submit(contactSubmission, undefined, { token: undefined, required: false });
    await submit();
    await migrate(database, [...migrations, { sql: addition, worksFrom: migrations.length }]);
    await submit();
    await preparePostgres(url, log);
    await submit();
    expect(await store.claim(1000)).toHaveLength(1);
    expect((await store.status()).counts.pending).toBe(3);
  });

  test('a server that the new schema leaves behind does not start', async () => {
    await migrate(database, [...migrations, { sql: addition, worksFrom: migrations.length + 1 }]);
    await expect(preparePostgres(url, log)).rejects.toMatchObject({
      misconfigured: true,
      message: expect.stringMatching(/^DATABASE_URL: .*newer version/),
    });
  });

  test('the statistics of PostgreSQL quote nothing that a person sent, so that an erasure leaves nothing there', async () => {
    const store = createPostgresStore({ requests: database, background: database, mailDomain: 'cirrux.example' });
    for (const key of ['first', 'second'])
      await store.submit(
        contactSubmission,
        { key, lifetime: 60_000, bodyHash: 'hash' },
        { token: { id: key, expiresAt: Date.now() + 60_000 }, required: true, confirmationRecipient: `of ${key}` },
      );
    await store.failed(await store.claim(60_000), '550 no such person');
    await database.run('ANALYZE submissions');
    const kept = await database.run<{ attname: string }>(
      "SELECT attname FROM pg_stats WHERE tablename = 'submissions' AND schemaname = current_schema()",
    );
    const names = kept.map(({ attname }) => attname);
    expect(names).toContain('state');
    const personal = ['name', 'email', 'company', 'phone', 'message', 'last_error', 'idempotency_key', 'body_hash'];
    for (const column of [...personal, 'confirmation_recipient']) expect(names).not.toContain(column);
  });

  test('expired tokens, clients whose window is over, and of too many the oldest, are forgotten', async () => {
    const time = Date.now();
    await database.run("INSERT INTO used_tokens VALUES ('old', $1), ('new', $2)", [
      time - tokenGrace - 60_000,
      time - tokenGrace + 60_000,
    ]);
    await database.run(
      "INSERT INTO rate_limits VALUES ('over', 1, $1), ('first', 1, $2), ('second', 1, $3), ('third', 1, $4)",
      [time - 1000, time + 60_000, time + 61_000, time + 62_000],
    );
    await forget(database, 2);
    expect(await database.run('SELECT id FROM used_tokens')).toEqual([{ id: 'new' }]);
    expect(await database.run('SELECT key FROM rate_limits ORDER BY resets_at')).toEqual([
      { key: 'second' },
      { key: 'third' },
    ]);
    await forget(database, 2);
    // Visitors who are counted meanwhile do not wait: `xmax` says who has locked a row.
    expect(await database.run("SELECT key FROM rate_limits WHERE xmax::text <> '0'")).toEqual([]);
  });
});
