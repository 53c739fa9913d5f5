import { expect, test } from '@jest/globals';
import type { Store, Submission } from '../../server/outbox/store.ts';
import {
  found,
  hour,
  minute,
  onEachStore,
  opened,
  others,
  referencesOf,
  store,
  submitted,
  withoutToken,
} from '../helpers/store/eachStore.ts';
import { contactSubmission as submission } from '../helpers/visitor/visitor.ts';

onEachStore(() => {
  /** Nine submissions of each kind and state, of which three were received at the same time. */
  async function fill(): Promise<Submission[]> {
    const plans = [null, 'CXN3', 'shared-starter'] as const;
    for (const planId of plans)
      for (const outcome of ['pending', 'delivered', 'failed'] as const) {
        const reference = await submitted({ planId, kind: planId ? 'order' : 'contact' });
        if (outcome === 'delivered') await store.delivered([reference]);
        else {
          const claim = (await store.claim(hour)).find((each) => each.reference === reference);
          if (outcome === 'failed' && claim) await store.failed([claim], `of ${reference}`);
        }
        if (outcome === 'failed') await opened.age(1000);
      }
    await opened.sql('UPDATE submissions SET received_at = received_at / 1000 * 1000');
    return store.list();
  }

  test('the newest comes first; those of one time in the order of their references', async () => {
    const all = await fill();
    expect(all).toHaveLength(9);
    const expected = [...all].sort(
      (a, b) => b.receivedAt - a.receivedAt || (b.reference > a.reference ? 1 : b.reference < a.reference ? -1 : 0),
    );
    expect(referencesOf(all)).toEqual(referencesOf(expected));
    expect(all[0]).toEqual(await found(all[0]?.reference ?? ''));
  });

  test('pages together are the list, also while submissions arrive', async () => {
    const all = await fill();
    for (const limit of [1, 4, 9]) {
      const pages: Submission[] = [];
      for (let size = limit; size === limit; ) {
        const page = await store.list({}, { limit, after: pages.at(-1) });
        pages.push(...page);
        size = page.length;
      }
      expect(referencesOf(pages)).toEqual(referencesOf(all));
    }
    await submitted();
    expect(referencesOf(await store.list({}, { limit: 3, after: all[0] }))).toEqual(referencesOf(all.slice(1, 4)));
    expect(await store.list({ state: 'failed' }, { limit: 2 })).toHaveLength(2);
  });

  test('a filter keeps those that fit all its conditions', async () => {
    const all = await fill();
    const since = all[4]?.receivedAt ?? 0;
    const before = all[1]?.receivedAt ?? 0;
    const filters: readonly (readonly [Parameters<Store['list']>[0], (each: Submission) => boolean])[] = [
      [{ state: 'failed' }, ({ state }) => state === 'failed'],
      [{ kind: 'contact' }, ({ kind }) => kind === 'contact'],
      [{ planId: 'CXN3' }, ({ planId }) => planId === 'CXN3'],
      [{ planId: 'cxn3' }, () => false],
      [{ since, before }, ({ receivedAt }) => receivedAt >= since && receivedAt < before],
      [
        { state: 'pending', kind: 'order', planId: 'CXN3', since: 0, before: Number.MAX_SAFE_INTEGER },
        ({ state, planId }) => state === 'pending' && planId === 'CXN3',
      ],
    ];
    for (const [filter, fits] of filters) {
      expect(referencesOf(await store.list(filter))).toEqual(referencesOf(all.filter(fits)));
      expect(referencesOf(await store.list(filter, { limit: 100, after: all[2] }))).toEqual(
        referencesOf(all.slice(3).filter(fits)),
      );
    }
  });

  test('the status counts the states, and has the oldest, the last error and the last delivery', async () => {
    const nothing = {
      oldestPendingAt: null,
      oldestPendingAge: 0,
      newestAge: null,
      lastError: null,
      lastDeliveredAt: null,
    };
    expect(await store.status()).toEqual({ counts: { pending: 0, delivered: 0, failed: 0 }, ...nothing });
    await fill();
    const [recent, oldest] = [await submitted(), await submitted()];
    await opened.sql(`UPDATE submissions SET received_at = received_at - 5000000 WHERE reference = '${oldest}'`);
    await store.delivered([recent]);
    const status = await store.status();
    const newestFailed = (await store.list({ state: 'failed' }, { limit: 1 }))[0];
    expect(status).toMatchObject({
      counts: { pending: 4, delivered: 4, failed: 3 },
      oldestPendingAt: (await found(oldest)).receivedAt,
      lastDeliveredAt: (await found(recent)).deliveredAt,
      lastError: { reference: newestFailed?.reference, text: newestFailed?.lastError },
    });
    const age = (await store.now()) - (status.oldestPendingAt ?? 0);
    expect(status.oldestPendingAge).toBeLessThanOrEqual(age);
    expect(status.oldestPendingAge).toBeGreaterThan(age - minute);

    // The operator's retry begins the wait anew.
    await store.retry(oldest);
    expect((await store.status()).oldestPendingAge).toBeLessThan(minute);
  });

  test('those that open the store at once get the same secret of 32 bytes', async () => {
    const stores = [store, ...(await others(2))];
    const secrets = await Promise.all(stores.map((each) => each.secret()));
    const [first] = secrets;
    expect(first).toHaveLength(32);
    for (const secret of [...secrets, await store.secret()])
      expect(Buffer.from(secret).equals(first ?? Buffer.alloc(0))).toBe(true);
    expect(await opened.sql('SELECT name FROM secrets')).toEqual([{ name: 'signing' }]);
  });

  test('the probe writes, beside another process too, and changes nothing that is listed', async () => {
    const reference = await submitted();
    const before = await found(reference);
    const another = await opened.openAnother();
    await Promise.all([store.probe(), another.probe()]);
    expect(await store.list()).toEqual([before]);
  });

  test('a closed store rejects; another on the same database works on', async () => {
    const another = await opened.openAnother();
    await another.close();
    await expect(another.probe()).rejects.toThrow();
    await expect(another.submit(submission, undefined, withoutToken)).rejects.toThrow();
    await submitted();
    expect(await store.list()).toHaveLength(1);
  });
});
