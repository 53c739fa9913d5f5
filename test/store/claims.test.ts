import { expect, test } from '@jest/globals';
import {
  claimAll,
  claimed,
  found,
  hour,
  minute,
  onEachStore,
  opened,
  others,
  store,
  submitted,
} from '../helpers/store/eachStore.ts';

onEachStore(() => {
  test('leases the oldest due submission until the lease ends', async () => {
    const second = await submitted();
    await store.postponed([await claimed()], 0, 'earlier');
    const first = await submitted();
    await opened.sql(`UPDATE submissions SET next_attempt_at = next_attempt_at - 1000 WHERE reference = '${first}'`);
    const before = await store.now();
    const { nextAttemptAt: leaseEnds } = await claimed(2 * minute);
    const after = await store.now();
    expect(await found(first)).toMatchObject({ attempts: 1, state: 'pending', nextAttemptAt: leaseEnds });
    expect(leaseEnds).toBeGreaterThanOrEqual(before + 2 * minute);
    expect(leaseEnds).toBeLessThanOrEqual(after + 2 * minute);
    expect(await store.claim(minute)).toMatchObject([{ reference: second, attempts: 2 }]);
    const another = await opened.openAnother();
    expect(await store.claim(minute)).toEqual([]);
    expect(await another.claim(minute)).toEqual([]);
    expect(await store.nextDue()).toBeGreaterThan(minute / 2);
    expect(await store.nextDue()).toBeLessThanOrEqual(minute);

    await opened.age(minute);
    expect(await another.claim(hour)).toMatchObject([{ reference: second, attempts: 3 }]);
    expect(await store.claim(hour)).toEqual([]);
    await opened.age(minute);
    expect(await store.claim(hour)).toMatchObject([{ reference: first, attempts: 2 }]);
  });

  test('gives each of 60 submissions to one of four that claim at once', async () => {
    const references = await Promise.all(Array.from({ length: 60 }, () => submitted()));
    const stores = [store, ...(await others(3))];
    const claims = await claimAll(stores);
    expect(claims.flat().sort()).toEqual(references.sort());
    expect(claims).toHaveLength(60);
  });

  test('a worker whose lease has ended cannot change what another has claimed', async () => {
    const reference = await submitted();
    const stale = await claimed(0);
    const [fresh] = await (await opened.openAnother()).claim(minute);
    if (!fresh) throw new Error('the lease has not ended');
    await store.failed([stale], 'stale');
    await store.postponed([stale], 0, 'stale');
    await store.split([stale], 'stale');
    expect(await found(reference)).toEqual(fresh);
    await store.failed([fresh], 'fresh');
    expect(await found(reference)).toMatchObject({ state: 'failed', lastError: 'fresh' });
    await store.postponed([fresh], 0, 'too late');
    expect(await found(reference)).toMatchObject({ state: 'failed', lastError: 'fresh' });
  });

  test('a postponed submission is due after the delay', async () => {
    const reference = await submitted();
    await store.postponed([await claimed()], minute, '421 later');
    expect(await store.claim(minute)).toEqual([]);
    expect(await store.nextDue()).toBeGreaterThan(minute / 2);
    expect(await store.nextDue()).toBeLessThanOrEqual(minute);
    expect(await found(reference)).toMatchObject({ lastError: '421 later', state: 'pending', attempts: 1 });
    await opened.age(minute);
    expect(await store.claim(minute)).toMatchObject([{ reference, attempts: 2 }]);
  });

  test('a delivered submission is not due, keeps no error, and may be retried; of an erased one delivery says so', async () => {
    const reference = await submitted();
    await store.postponed([await claimed()], 0, '421 later');
    await claimed();
    const before = await store.now();
    const erased = [await submitted(), await submitted()];
    await opened.sql(`DELETE FROM submissions WHERE reference <> '${reference}'`);
    expect((await store.delivered([...erased, reference])).toSorted()).toEqual(erased.toSorted());
    const { deliveredAt, ...rest } = await found(reference);
    expect(rest).toMatchObject({ state: 'delivered', lastError: null, attempts: 2 });
    expect(deliveredAt).toBeGreaterThanOrEqual(before);
    expect(deliveredAt).toBeLessThanOrEqual(await store.now());
    await opened.age(hour);
    expect(await store.claim(minute)).toEqual([]);
    expect(await store.nextDue()).toBeUndefined();
    expect(await store.retry(reference)).toBe(true);
    expect(await store.claim(minute)).toMatchObject([{ reference, deliveredAt: null, state: 'pending' }]);
  });

  test('a failed submission is not due until the operator retries it', async () => {
    const reference = await submitted();
    await store.failed([await claimed()], '550 unknown');
    expect(await found(reference)).toMatchObject({ state: 'failed', lastError: '550 unknown' });
    await opened.age(hour);
    expect(await store.nextDue()).toBeUndefined();
    expect(await store.claim(minute)).toEqual([]);

    const before = await store.now();
    expect(await (await opened.openAnother()).retry(reference)).toBe(true);
    const retried = await found(reference);
    expect(retried).toMatchObject({ state: 'pending', attempts: 0, digest: '', nextAttemptAt: retried.retriedAt });
    expect(retried.retriedAt).toBeGreaterThanOrEqual(before);
    expect(await store.claim(minute)).toMatchObject([{ reference, attempts: 1, retriedAt: retried.retriedAt }]);
    expect(await store.retry('00000-00000')).toBe(false);
  });

  test('retryFailed retries those that have failed, and counts them', async () => {
    const [first, second] = [await submitted(), await submitted()];
    await store.failed([await claimed()], 'x');
    await store.failed([await claimed()], 'x');
    const [pending, delivered] = [await submitted(), await submitted()];
    await store.delivered([delivered]);
    const before = await found(pending);
    expect(await store.retryFailed([first, pending, second, delivered, '00000-00000'])).toBe(2);
    expect(await found(pending)).toEqual(before);
    expect((await found(delivered)).state).toBe('delivered');
    expect((await store.status()).counts).toEqual({ pending: 3, delivered: 1, failed: 0 });
    expect(await store.retryFailed([])).toBe(0);
  });
});
