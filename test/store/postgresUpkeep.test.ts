import { expect, jest, test } from '@jest/globals';
import { forget } from '../../server/outbox/postgres/forgetting.ts';
import { bringForward } from '../../server/outbox/postgres/upkeep.ts';
import { tokenGrace } from '../../server/outbox/store.ts';
import {
  claimed,
  found,
  hour,
  key,
  minute,
  newToken,
  onPostgres,
  opened,
  referenceOf,
  store,
} from '../helpers/store/eachStore.ts';
import { newKey, contactSubmission as submission } from '../helpers/visitor/visitor.ts';

onPostgres((database) => {
  test.each([-10, 10])('works the same in a process whose clock differs by %i minutes', async (minutes) => {
    const realNow = Date.now;
    jest.spyOn(Date, 'now').mockImplementation(() => realNow() + minutes * minute);
    const token = { id: newKey(), expiresAt: realNow() + minute };
    const reference = referenceOf(
      await store.submit(submission, { ...key, lifetime: 5 * minute }, { token, required: true }),
    );
    const { receivedAt } = await found(reference);
    expect(Math.abs(receivedAt - realNow())).toBeLessThan(minute);
    expect(Math.abs((await store.now()) - realNow())).toBeLessThan(minute);
    expect(await store.replayed(key)).toBe(reference);
    expect(await store.nextDue()).toBeLessThanOrEqual(0);
    expect((await store.status()).oldestPendingAge).toBeLessThan(minute);
    const claim = await claimed(5 * minute);
    expect(Math.abs(claim.nextAttemptAt - realNow() - 5 * minute)).toBeLessThan(minute);
    expect(await store.claim(minute)).toEqual([]);
    expect(await store.checkFlood({ period: minute, begin: 0, end: 0 })).toMatchObject({ isActive: true });
    await store.postponed([claim], minute, 'x');
    expect(await store.claim(minute)).toEqual([]);
    expect(await store.retry(reference)).toBe(true);
    expect(await store.claim(minute)).toMatchObject([{ reference }]);
    await store.delivered([reference]);
    expect(Math.abs(((await found(reference)).deliveredAt ?? 0) - realNow())).toBeLessThan(minute);
  });

  test('mail that was stored while the clock of the database was a year ahead leaves after it is right again', async () => {
    const submit = async () => {
      const options = { token: await newToken(), required: true, confirmationRecipient: newKey() };
      return referenceOf(await store.submit(submission, undefined, options));
    };
    const leaving = await submit();
    await store.claim(5 * minute);
    await store.claimConfirmation(5 * minute);
    const reference = await submit();
    await opened.age(-365 * 24 * hour);
    expect(await store.claim(minute)).toEqual([]);
    expect(await store.claimConfirmation(minute)).toBeUndefined();

    await bringForward(database());
    expect(await store.claim(minute)).toMatchObject([{ reference }]);
    // The mail of the other may be on its way.
    expect(await store.claim(minute)).toEqual([]);
    expect(await store.claimConfirmation(minute)).toMatchObject({ reference });
    expect(await store.claimConfirmation(minute)).toBeUndefined();
    const { nextAttemptAt, confirmationAt } = await found(leaving);
    for (const leaseEnd of [nextAttemptAt, confirmationAt ?? 0]) {
      expect(leaseEnd - (await store.now())).toBeGreaterThan(4 * minute);
      expect(leaseEnd - (await store.now())).toBeLessThanOrEqual(5 * minute);
    }
  });

  test('the statistics of PostgreSQL quote nothing that a person sent, so that an erasure leaves nothing there', async () => {
    for (const each of ['first', 'second'])
      await store.submit(
        submission,
        { key: each, lifetime: minute, bodyHash: 'hash' },
        { token: await newToken(), required: true, confirmationRecipient: `of ${each}` },
      );
    await store.failed(await store.claim(minute), '550 no such person');
    await opened.sql('ANALYZE submissions');
    const kept = await opened.sql(
      "SELECT attname FROM pg_stats WHERE tablename = 'submissions' AND schemaname = current_schema()",
    );
    const names = kept.map(({ attname }) => attname);
    expect(names).toContain('state');
    const personal = ['name', 'email', 'company', 'phone', 'message', 'last_error', 'idempotency_key', 'body_hash'];
    for (const column of [...personal, 'confirmation_recipient']) expect(names).not.toContain(column);
  });

  test('expired tokens, clients whose window is over, and of too many the oldest, are forgotten', async () => {
    const time = Date.now();
    const expiry = time - tokenGrace;
    await opened.sql(`INSERT INTO used_tokens VALUES ('old', ${expiry - minute}), ('new', ${expiry + minute})`);
    const clients = Object.entries({ over: -1000, first: minute, second: minute + 1000, third: minute + 2000 });
    for (const [name, later] of clients)
      await opened.sql(`INSERT INTO rate_limits VALUES ('${name}', 1, ${time + later})`);
    await forget(database(), 2);
    expect(await opened.sql('SELECT id FROM used_tokens')).toEqual([{ id: 'new' }]);
    expect(await opened.sql('SELECT key FROM rate_limits ORDER BY resets_at')).toEqual([
      { key: 'second' },
      { key: 'third' },
    ]);
    await forget(database(), 2);
    // Visitors who are counted meanwhile do not wait: `xmax` says who has locked a row.
    expect(await opened.sql("SELECT key FROM rate_limits WHERE xmax::text <> '0'")).toEqual([]);
  });
});
