import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from '@jest/globals';
import { openSqliteStore } from '../../server/outbox/sqlite/sqliteStore.ts';
import { newDataDirectory } from '../helpers/site/site.ts';
import { contactSubmission } from '../helpers/visitor/visitor.ts';

const minute = 60_000;
const month = 30 * 24 * 60 * minute;

test('mail postponed while the clock was ahead is due at once, and after its lease if it may be leaving', async () => {
  const file = path.join(newDataDirectory(), 'submissions.sqlite');
  const store = openSqliteStore(file, 'example.com');
  const stored = async (): Promise<string> => {
    const result = await store.submit(contactSubmission, undefined, { token: undefined, required: false });
    return 'reference' in result ? result.reference : '';
  };
  await stored();
  const [leased] = await store.claim(minute);
  const waiting = await stored();
  await stored();
  const database = new DatabaseSync(file);
  database.exec(`UPDATE submissions SET confirmation_at = next_attempt_at, confirmation_recipient = reference,
    confirmation = iif(leased, 'sending', 'waiting')`);
  database.exec(`UPDATE submissions SET next_attempt_at = next_attempt_at + ${month},
    confirmation_at = confirmation_at + ${month} WHERE reference IN ('${leased?.reference}', '${waiting}')`);
  database.close();

  // One that is due does not hide them.
  expect(await store.nextDue()).toBeLessThanOrEqual(0);
  expect(await store.nextConfirmationDue()).toBeLessThanOrEqual(0);
  const due = [...(await store.claim(minute)), ...(await store.claim(minute)), ...(await store.claim(minute))];
  expect(due).toHaveLength(2);
  expect(due.map(({ reference }) => reference)).toContain(waiting);
  const { nextAttemptAt = 0, confirmationAt } = (await store.find(leased?.reference ?? '')) ?? {};
  for (const time of [nextAttemptAt, confirmationAt ?? 0]) {
    expect(time - Date.now()).toBeGreaterThan(minute);
    expect(time - Date.now()).toBeLessThanOrEqual(5 * minute);
  }
  await store.close();
});
