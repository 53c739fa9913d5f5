import { expect, test } from '@jest/globals';
import { forgetClients } from '../../server/outbox/postgres/sharedRateLimit.ts';
import { claimed, newToken, onPostgres, opened, store, submitted } from '../helpers/store/eachStore.ts';

onPostgres((database) => {
  test('the statistics of PostgreSQL quote nothing that a person sent, so that an erasure leaves nothing there', async () => {
    const order = { orderedPlan: 'x', orderedPrice: 'y', unknownLines: 'z' };
    for (const each of ['first', 'second']) {
      const options = { token: await newToken(), required: true, confirmationRecipient: `of ${each}` };
      await submitted(order, { key: each, bodyHash: 'hash' }, options);
    }
    await store.mails.record(await claimed(), { state: 'failed', reason: '550 no such person' });
    await opened.sql('ANALYZE submissions, mails');
    const kept = await opened.sql(
      `SELECT DISTINCT column_name FROM information_schema.columns JOIN pg_stats ON schemaname = table_schema
         AND tablename = table_name AND attname = column_name
       WHERE table_name IN ('submissions', 'mails') AND table_schema = current_schema() AND data_type = 'text'`,
    );
    const ours = 'billing data_centre folder kind lease_owner message_id operating_system plan_id reference state';
    expect(kept.map(({ column_name: name }) => name).sort()).toEqual(ours.split(' '));
  });

  test('rate limits forget clients whose window is over, and the oldest if there are too many', async () => {
    const time = await store.maintenance.now();
    for (const later of [-1, 60, 61, 62])
      await opened.sql(`INSERT INTO rate_limits VALUES ('${later}', 1, ${time + later * 1000})`);
    await forgetClients(database(), 2);
    expect(await opened.sql('SELECT key FROM rate_limits ORDER BY resets_at')).toEqual([{ key: '61' }, { key: '62' }]);
    await forgetClients(database(), 2);
    // No row stays locked (`xmax`), so that visitors who are counted meanwhile do not wait.
    expect(await opened.sql("SELECT key FROM rate_limits WHERE xmax::text <> '0'")).toEqual([]);
  });
});
