import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { pino } from 'pino';
import { type Database, openDatabase } from '../../server/outbox/postgres/database/database.ts';
import { preparePostgres } from '../../server/outbox/postgres/database/start.ts';
import { migrate, migrations } from '../../server/outbox/postgres/postgresSchema.ts';
import { createPostgresStore } from '../../server/outbox/postgres/postgresStore.ts';
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
});
