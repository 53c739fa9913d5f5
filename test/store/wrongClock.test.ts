import { expect, test } from '@jest/globals';
import { found, hour, minute, onEachStore, opened, store, submitted } from '../helpers/store/eachStore.ts';

const month = 30 * 24 * hour;

onEachStore(() => {
  test('a flood from the future is over', async () => {
    const bounds = { period: hour, begin: 3, end: 1 };
    for (let count = 0; count < 4; count += 1) await submitted();
    expect(await store.checkFlood(bounds)).toEqual({ isActive: true, hasChanged: true });
    await opened.age(-month);
    expect(await store.checkFlood(bounds)).toEqual({ isActive: false, hasChanged: true });
  });

  test('status tells the age of the newest submission, which is negative if it is from the future', async () => {
    await submitted();
    await opened.age(hour);
    expect((await store.status()).newestAge).toBeGreaterThanOrEqual(hour);
    await submitted();
    expect((await store.status()).newestAge).toBeLessThan(minute);
    await opened.age(-month);
    const { newestAge } = await store.status();
    expect(newestAge).toBeGreaterThanOrEqual(-month);
    expect(newestAge).toBeLessThan(minute - month);
  });

  test('oldDeliveries tells the last one delivered before a time, the next and the newest', async () => {
    const [first, old] = [await submitted(), await submitted()];
    const nothing = { last: null, next: null, newest: null };
    expect(await store.oldDeliveries(await store.now())).toMatchObject({ ...nothing, newest: expect.any(Number) });
    await store.delivered([first, old]);
    await opened.age(minute);
    const time = await store.now();
    const last = Math.max((await found(first)).receivedAt, (await found(old)).receivedAt);
    expect(await store.oldDeliveries(time)).toEqual({ last, next: null, newest: last });
    const next = (await found(await submitted())).receivedAt;
    await opened.sql("UPDATE submissions SET state = 'delivered', delivered_at = received_at + 1");
    await opened.age(0);
    const newest = (await found(await submitted())).receivedAt;
    expect(await store.oldDeliveries(next)).toEqual({ last, next, newest: Math.max(newest, next) });
    expect(await store.oldDeliveries(0)).toEqual({ ...nothing, newest: Math.max(newest, next) });
  });
});
