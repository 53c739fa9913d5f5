import { expect, test } from '@jest/globals';
import { openDatabase } from '../../server/submissions/postgres/database.ts';
import { forget } from '../../server/submissions/postgres/forgetting.ts';
import { migrate, now } from '../../server/submissions/postgres/postgresSchema.ts';
import { tokenGrace } from '../../server/submissions/store.ts';
import { sharedPostgres } from '../helpers/sharedPostgres.ts';
import { withDebianTool } from '../helpers/withDebianTool.ts';

const most = 20;

withDebianTool('postgres', () => {
  test('PostgreSQL forgets what is over, and of too many clients the oldest; the others it does not lock', async () => {
    const { createDatabase, dropDatabase } = await sharedPostgres();
    const url = await createDatabase();
    const database = openDatabase(url, { connections: 1, timeout: 20_000 });
    await migrate(database);
    const { run } = database;
    await run(
      `INSERT INTO used_tokens VALUES ('over', ${now} - ${tokenGrace} - 1), ('kept', ${now} - ${tokenGrace} + 60000)`,
    );
    await run(
      `INSERT INTO rate_limits SELECT 'client ' || n, 1, ${now} + 60000 + n FROM generate_series(1, ${most}) AS n`,
    );
    await run(`INSERT INTO rate_limits VALUES ('over', 1, ${now} - 1)`);
    const clients = () => run("SELECT 1 FROM rate_limits WHERE key LIKE 'client %'");

    await forget(database, most);
    expect(await run('SELECT id FROM used_tokens')).toEqual([{ id: 'kept' }]);
    expect(await run("SELECT key FROM rate_limits WHERE key = 'over'")).toEqual([]);
    expect(await clients()).toHaveLength(most);
    // xmax: who has locked the row.
    expect(await run("SELECT 1 FROM rate_limits WHERE xmax::text <> '0' LIMIT 1")).toEqual([]);

    await run(`INSERT INTO rate_limits SELECT 'newer ' || n, 1, ${now} + 600000 FROM generate_series(1, 5) AS n`);
    await forget(database, most);
    expect(await clients()).toHaveLength(most - 5);
    expect(await run("SELECT key FROM rate_limits WHERE key IN ('client 5', 'client 6')")).toEqual([
      { key: 'client 6' },
    ]);
    await database.close();
    await dropDatabase(url);
  });
});
