import { expect, test } from '@jest/globals';
import { register } from 'prom-client';
import { createMetrics } from '../../server/operations/metrics/metrics.ts';
import { openSqliteStore } from '../helpers/store/openSqliteStore.ts';

test('the metrics count arrived mails by folder with their times, and bounced mails', async () => {
  const store = openSqliteStore(':memory:');
  const { countArrival, countMail } = createMetrics({ store, alarms: { names: [], active: new Map() } });
  const mail = { messageId: '<x@x>', kind: 'notice', reference: 'x' } as const;
  countArrival({ ...mail, folder: 'INBOX', milliseconds: 3000 });
  countArrival({ ...mail, folder: 'Junk', milliseconds: 100_000 });
  for (const kind of ['notice', 'confirmation'] as const) countMail({ kind, outcome: 'bounced' });
  const lines = (await register.metrics()).split('\n');
  for (const line of [
    'website_mails_arrived_total{folder="INBOX"} 1',
    'website_mails_arrived_total{folder="All"} 0',
    'website_mails_arrived_total{folder="Junk"} 1',
    'website_mail_arrival_seconds_bucket{le="5"} 1',
    'website_mail_arrival_seconds_bucket{le="3600"} 2',
    'website_mail_arrival_seconds_sum 103',
    'website_mail_deliveries_total{outcome="bounced"} 1',
    'website_confirmations_total{outcome="bounced"} 1',
  ])
    expect(lines).toContain(line);
  await store.close();
});
