import { expect, jest, test } from '@jest/globals';
import type { Options } from 'express-rate-limit';
import type { Database, Run } from '../../server/outbox/database.ts';
import { createRoles, forgetClients, sharedRateLimit } from '../../server/outbox/postgres/rateLimits.ts';
import { claimed, minute, newToken, onPostgres, opened, store, submitted } from '../helpers/store/eachStore.ts';
import { withoutToken } from '../helpers/store/submissions.ts';

onPostgres((database) => {
  test('the statistics of PostgreSQL quote nothing that a person sent, so that an erasure leaves nothing there', async () => {
    const order = { orderedPlan: 'x', orderedPrice: 'y', unknownLines: 'z' };
    for (const each of ['first', 'second']) {
      const options = { ...withoutToken, token: await newToken(), required: true, confirms: true };
      await submitted({ ...order, email: `of@${each}.example` }, { key: each, bodyHash: 'hash' }, options);
    }
    await store.mails.record(await claimed(), { state: 'failed', reason: '550 no such person' });
    await opened.sql('ANALYZE submissions, mails');
    const kept = await opened.sql(
      `SELECT DISTINCT column_name FROM information_schema.columns JOIN pg_stats ON schemaname = table_schema
         AND tablename = table_name AND attname = column_name
       WHERE table_name IN ('submissions', 'mails') AND table_schema = current_schema() AND data_type = 'text'`,
    );
    const mails = ['fault', 'folder', 'kind', 'lease_owner', 'message_id', 'reference', 'state'];
    const ours = ['billing', 'data_centre', 'operating_system', 'plan_id', ...mails];
    expect(kept.map(({ column_name: name }) => name).sort()).toEqual(ours.sort());
  });

  test('a shared rate limit counts each client until its window is over, then forgets the client, and its table holds no IP address', async () => {
    const count = async (name: string, client: string) => {
      const limit = sharedRateLimit(database(), name, store.maintenance.secret);
      limit.init?.({ windowMs: minute } as Options);
      return (await limit.increment(client)).totalHits;
    };
    const [one, other] = ['192.0.2.1', '192.0.2.2'];
    expect([await count('posts', one), await count('posts', one)]).toEqual([1, 2]);
    expect([await count('posts', other), await count('events', one)]).toEqual([1, 1]);
    for (const hits of [3, 1]) {
      await opened.sql(`UPDATE rate_limits SET resets_at = resets_at - ${minute / 2}`);
      expect(await count('posts', one)).toBe(hits);
    }
    expect(JSON.stringify(await opened.sql('SELECT key FROM rate_limits'))).not.toContain('192.0.2');
    await forgetClients(database());
    expect(await opened.sql('SELECT hits FROM rate_limits')).toEqual([{ hits: 1 }]);
  });

  test('a role has one holder, who keeps it while he asks and over a restart, and then somebody else gets it', async () => {
    const [one, other] = [createRoles(database(), 'one'), createRoles(database(), 'other')];
    expect([await one('alarms'), await other('alarms'), await other('disk')]).toEqual([true, false, true]);
    for (let time = 0; time < 3; time++) {
      await opened.sql(`UPDATE rate_limits SET resets_at = resets_at - ${2 * minute}`);
      expect([await createRoles(database(), 'one')('alarms'), await other('alarms')]).toEqual([true, false]);
    }
    await opened.sql(`UPDATE rate_limits SET resets_at = resets_at - ${3 * minute}`);
    expect([await other('alarms'), await one('alarms')]).toEqual([true, false]);
  });

  test('while the database is away each process keeps its roles, and speaks for itself if it has never asked or waits long', async () => {
    let isAway = false;
    const away = {
      ...database(),
      run: (...parameters: Parameters<Run>) =>
        isAway ? Promise.reject(new Error('away')) : database().run(...parameters),
    } as Database;
    const [first, second, late] = ['first', 'second', 'late'].map((holder) => createRoles(away, holder));
    expect([await first?.('store'), await second?.('store')]).toEqual([true, false]);
    isAway = true;
    expect([await first?.('store'), await second?.('store'), await late?.('store')]).toEqual([true, false, true]);
    const now = performance.now();
    jest.spyOn(performance, 'now').mockReturnValue(now + 11 * minute);
    expect(await second?.('store')).toBe(true);
    isAway = false;
    expect([await first?.('store'), await second?.('store'), await late?.('store')]).toEqual([true, false, false]);
    jest.restoreAllMocks();
  });

  test('a transaction on PostgreSQL rejects unless its commit is as safe as the settings of the server say', async () => {
    const insert = (run: Run) => run("INSERT INTO used_tokens VALUES ('x', 0)");
    const undone = async (run: Run) => [await insert(run), await run('no statement').catch(() => {})];
    await expect(database().transaction(undone)).rejects.toThrow('ended with ROLLBACK');
    const setting = await database().transaction((run) => run('SHOW synchronous_commit'));
    expect(setting).toEqual([{ synchronous_commit: 'on' }]);
    // PostgreSQL warns at the commit, as it does if the wait for a synchronous standby was cancelled.
    await opened.sql(`CREATE FUNCTION warn() RETURNS trigger LANGUAGE plpgsql
      AS $$ BEGIN RAISE WARNING 'not at the standby'; RETURN NULL; END $$`);
    await opened.sql(`CREATE CONSTRAINT TRIGGER warn AFTER INSERT ON used_tokens DEFERRABLE INITIALLY DEFERRED
      FOR EACH ROW EXECUTE FUNCTION warn()`);
    await expect(database().transaction(insert)).rejects.toThrow('not as safely as configured: not at the standby');
    await opened.sql('DROP TRIGGER warn ON used_tokens');
  });
});
