import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { Client } from 'pg';
import { isStatement, startTcpProxy, type TcpProxy } from '../helpers/network/tcpProxy.ts';
import { sharedPostgres } from '../helpers/run/shared.ts';
import type { Databases } from '../helpers/store/postgres.ts';
import { withDebianTool } from '../helpers/tools/withDebianTool.ts';

withDebianTool('postgres', () => {
  let databases: Databases;
  let url: string;
  let proxy: TcpProxy;
  beforeAll(async () => {
    databases = await sharedPostgres();
    url = await databases.createDatabase();
    proxy = await startTcpProxy(Number(new URL(url).port));
  });
  afterAll(async () => {
    await proxy.stop();
    await databases.dropDatabase(url);
  });
  beforeEach(() =>
    databases.query('DROP TABLE IF EXISTS seen; CREATE TABLE seen (step int); GRANT ALL ON seen TO site', url),
  );

  /** Inserts in a transaction; returns whether the client learnt that it succeeded. */
  async function insertTwice(): Promise<boolean> {
    const client = new Client({ connectionString: proxy.through(url) });
    client.on('error', () => {});
    try {
      await client.connect();
      await client.query('BEGIN');
      await client.query('INSERT INTO seen VALUES ($1)', [1]);
      await client.query('INSERT INTO seen VALUES ($1)', [2]);
      await client.query('COMMIT');
      return true;
    } catch {
      return false;
    } finally {
      await client.end().catch(() => {});
    }
  }

  /** Resolves with the number of rows when no other connection is in the database. */
  async function rowsAtLast(): Promise<number> {
    for (;;) {
      const [found] = await databases.query(
        `SELECT count(*)::int AS others FROM pg_stat_activity
        WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'`,
        url,
      );
      if (found?.others === 0) break;
    }
    const [found] = await databases.query('SELECT count(*)::int AS rows FROM seen', url);
    return found?.rows;
  }

  test.each([
    ['before BEGIN', 1, 'cutBefore', false, 0],
    ['after the second INSERT', 3, 'cutAfter', false, 0],
    ['before COMMIT', 4, 'cutBefore', false, 0],
    ['after COMMIT', 4, 'cutAfter', false, 2],
    ['at a statement that does not come', 5, 'cutBefore', true, 2],
  ] as const)('a connection is cut %s', async (_, nth, reaction, isAcknowledged, rows) => {
    const { isReached } = proxy.cutAt(nth, reaction, isStatement);
    expect(await insertTwice()).toBe(isAcknowledged);
    expect(isReached()).toBe(!isAcknowledged);
    expect(await rowsAtLast()).toBe(rows);
    expect(proxy.connections()).toBe(0);
  });

  test('an answer is lost after the server gave it', async () => {
    let completed = 0;
    proxy.onMessage = ({ from, type }) => {
      if (from === 'server' && type === 'C') completed += 1;
      return completed === 4 ? 'cutBefore' : undefined;
    };
    expect(await insertTwice()).toBe(false);
    expect(await rowsAtLast()).toBe(2);
    proxy.onMessage = () => undefined;
  });

  test('what hangs goes on, what is refused comes back, what is cut ends', async () => {
    proxy.onMessage = () => undefined;
    proxy.hang();
    const inserted = insertTwice();
    await new Promise((resolve) => setImmediate(resolve));
    expect(await rowsAtLast()).toBe(0);
    await proxy.resume();
    expect(await inserted).toBe(true);

    proxy.refuse();
    const refused = new Client({ connectionString: proxy.through(url) });
    await expect(refused.connect()).rejects.toThrow('ECONNREFUSED');
    await proxy.resume();

    for (const how of ['reset', 'end'] as const) {
      const client = new Client({ connectionString: proxy.through(url) });
      client.on('error', () => {});
      await client.connect();
      const query = client.query('SELECT pg_sleep(60)');
      const failed = expect(query).rejects.toThrow(how === 'reset' ? 'ECONNRESET' : 'Connection terminated');
      proxy.cut(how);
      await failed;
    }
  });
});
