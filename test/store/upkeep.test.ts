import { expect, test } from '@jest/globals';
import { openDatabase } from '../../server/submissions/postgres/database.ts';
import { migrate } from '../../server/submissions/postgres/postgresSchema.ts';
import { createPostgresStore } from '../../server/submissions/postgres/postgresStore.ts';
import { bringForward } from '../../server/submissions/postgres/upkeep.ts';
import { sharedPostgres } from '../helpers/run/shared.ts';
import { contactSubmission, newKey } from '../helpers/visitor/visitor.ts';

const minute = 60_000;

test('mail that was stored while the clock of the database was a year ahead leaves after it is right again', async () => {
  const { createDatabase, dropDatabase } = await sharedPostgres();
  const url = await createDatabase();
  const database = openDatabase(url, { connections: 2, timeout: 10_000 });
  try {
    await migrate(database);
    const store = createPostgresStore({ requests: database, background: database, mailDomain: 'cirrux.example' });
    const submit = async () => {
      const token = { id: newKey(), expiresAt: Date.now() + 60 * minute };
      return store.submit(contactSubmission, undefined, { token, required: true, confirmationRecipient: newKey() });
    };
    await submit();
    const [leaving] = await store.claim(5 * minute);
    const confirming = await store.claimConfirmation(5 * minute);
    const waiting = await submit();
    const year = 365 * 24 * 60 * minute;
    await database.run(
      `UPDATE submissions SET next_attempt_at = next_attempt_at + ${year}, confirmation_at = confirmation_at + ${year}`,
    );
    expect(await store.claim(minute)).toEqual([]);
    expect(await store.claimConfirmation(minute)).toBeUndefined();

    await bringForward(database);
    expect(await store.claim(minute)).toMatchObject([{ reference: 'reference' in waiting && waiting.reference }]);
    // The mail of the other may be on its way.
    expect(await store.claim(minute)).toEqual([]);
    expect(await store.claimConfirmation(minute)).toMatchObject({
      reference: 'reference' in waiting && waiting.reference,
    });
    expect(await store.claimConfirmation(minute)).toBeUndefined();
    const { nextAttemptAt = 0 } = (await store.find(leaving?.reference ?? '')) ?? {};
    const { confirmationAt } = (await store.find(confirming?.reference ?? '')) ?? {};
    for (const leaseEnd of [nextAttemptAt, confirmationAt ?? 0]) {
      expect(leaseEnd - (await store.now())).toBeGreaterThan(4 * minute);
      expect(leaseEnd - (await store.now())).toBeLessThanOrEqual(5 * minute);
    }
  } finally {
    await database.close();
    await dropDatabase(url);
  }
});
