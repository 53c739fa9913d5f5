import { expect, jest, test } from '@jest/globals';
import { register } from 'prom-client';
import { createMetrics } from '../../server/operations/metrics/metrics.ts';
import { readStore } from '../../server/operations/report/storeFigures.ts';
import { openSqliteStore } from '../helpers/store/openSqliteStore.ts';
import { addSubmission } from '../helpers/store/submissions.ts';

test('the metrics are in seconds, count mails by folder and requests that were cut off, and have no figures of a lost store', async () => {
  const store = openSqliteStore(':memory:');
  const { countArrival, countMail, countRequest } = createMetrics({ store, alarms: { names: [], active: new Map() } });
  const mail = { messageId: '<x@x>', kind: 'notice', reference: 'x' } as const;
  countArrival({ ...mail, folder: 'INBOX', milliseconds: 3000 });
  countArrival({ ...mail, folder: 'Junk', milliseconds: 100_000 });
  for (const kind of ['notice', 'confirmation'] as const) countMail({ kind, outcome: 'bounced' });
  const request = { method: 'GET', path: '/about', status: 200, responseTime: 300 };
  countRequest(request);
  countRequest({ ...request, aborted: true });
  await addSubmission(store);
  const clock = jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 60_000);
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
    'http_requests_total{method="GET",route="/about",status="aborted"} 1',
    'http_request_duration_seconds_sum{route="/about"} 0.3',
  ])
    expect(lines).toContain(line);
  expect(lines.join()).toMatch(/website_submission_oldest_pending_age_seconds 60(?:\.\d+)?,/);
  clock.mockRestore();
  await store.close();
  // Figures of a store that cannot be read any more would look like news.
  expect(await register.metrics()).not.toMatch(/^website_submission/m);
});

test('the report counts a submission on its day in South Africa', async () => {
  const store = openSqliteStore(':memory:');
  jest.spyOn(Date, 'now').mockReturnValue(Date.parse('2026-11-20T22:30:00Z'));
  await addSubmission(store);
  const { days, counts } = await readStore(store.statistics, Date.now());
  expect([days.at(-1), [...counts]]).toEqual(['2026-11-21', [['2026-11-21', { orders: 0, messages: 1 }]]]);
});
