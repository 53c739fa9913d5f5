import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import type { Store } from '../../server/outbox/store.ts';
import type { ListedSubmission } from '../../server/outbox/submissions.ts';
import {
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
import { withoutToken } from '../helpers/store/submissions.ts';
import { contactSubmission as submission } from '../helpers/visitor/visitor.ts';

onEachStore(() => {
  /** Nine submissions of each kind and state, of which three were received at the same time. */
  async function fill(): Promise<ListedSubmission[]> {
    for (const planId of [null, 'CXN3', 'shared-starter'])
      for (const state of [undefined, 'sent', 'failed'] as const) {
        const reference = await submitted({ planId, kind: planId ? 'order' : 'contact' });
        const mail = await claimed({ lease: hour });
        if (state) await store.mails.record(mail, { state, reason: `of ${reference}` });
        if (state === 'failed') await opened.age(1000);
      }
    await opened.sql('UPDATE submissions SET received_at = received_at / 1000 * 1000');
    return store.submissions.list();
  }

  test('the newest comes first, of one time in the order of references; pages together are the list', async () => {
    const all = await fill();
    const expected = all.toSorted((a, b) => b.receivedAt - a.receivedAt || (b.reference > a.reference ? 1 : -1));
    expect(all).toEqual(expected);
    expect(all[0]).toEqual(await found(all[0]?.reference ?? ''));
    for (const limit of [4, 9]) {
      const pages: ListedSubmission[] = [];
      for (let size = limit; size === limit; ) {
        const page = await store.submissions.list({}, { limit, after: pages.at(-1) });
        pages.push(...page);
        size = page.length;
      }
      expect(pages).toEqual(all);
    }
    await submitted();
    expect(await store.submissions.list({}, { limit: 3, after: all[0] })).toEqual(all.slice(1, 4));
    expect(await store.submissions.list({ state: 'failed' }, { limit: 2 })).toHaveLength(2);
  });

  test('a filter keeps those that fit all its conditions', async () => {
    const all = await fill();
    const [since = 0, before = 0] = [all[4]?.receivedAt, all[1]?.receivedAt];
    const isPendingOrder = ({ state, kind }: ListedSubmission) => state === 'pending' && kind === 'order';
    const filters: readonly (readonly [
      Parameters<Store['submissions']['list']>[0],
      (each: ListedSubmission) => boolean,
    ])[] = [
      [{ state: 'failed' }, ({ state }) => state === 'failed'],
      [{ kind: 'contact' }, ({ kind }) => kind === 'contact'],
      [{ planId: 'CXN3' }, ({ planId }) => planId === 'CXN3'],
      [{ planId: 'cxn3' }, () => false],
      [{ since, before }, ({ receivedAt }) => receivedAt >= since && receivedAt < before],
      [{ state: 'pending', kind: 'order', since: 0, before: Number.MAX_SAFE_INTEGER }, isPendingOrder],
    ];
    for (const [filter, fits] of filters) {
      expect(await store.submissions.list(filter)).toEqual(all.filter(fits));
      expect(await store.submissions.list(filter, { limit: 100, after: all[2] })).toEqual(all.slice(3).filter(fits));
    }
  });

  test('the status counts the states, and has the oldest, the last error and the last delivery', async () => {
    const nothing = { oldestPendingAt: null, oldestPendingAge: 0, newestAge: null, lastError: null, misconfigured: 0 };
    const counts = { pending: 0, delivered: 0, failed: 0 };
    expect(await store.statistics.status()).toEqual({ counts, ...nothing, lastDeliveredAt: null });
    await fill();
    const failing = await submitted();
    await store.mails.record(await claimed(), { state: 'failed', reason: 'of the last' });
    const recent = await submitted();
    await store.mails.record(await claimed(), { state: 'sent' });
    const oldest = await submitted();
    const { messageId } = await found(oldest);
    await opened.sql(`UPDATE mails SET pending_since = pending_since - 5000000 WHERE message_id = '${messageId}'`);
    const status = await store.statistics.status();
    expect(status).toMatchObject({
      counts: { pending: 4, delivered: 4, failed: 4 },
      oldestPendingAt: (await store.mails.listAbout(oldest))[0]?.pendingSince,
      lastDeliveredAt: (await found(recent)).deliveredAt,
      lastError: { reference: failing, text: 'of the last' },
    });
    expect(await store.submissions.list({ state: 'failed' })).toHaveLength(4);
    const age = (await store.maintenance.now()) - (status.oldestPendingAt ?? 0);
    expect(status.oldestPendingAge).toBeLessThanOrEqual(age);
    expect(status.oldestPendingAge).toBeGreaterThan(age - minute);

    // The operator's retry begins the wait anew.
    await store.mails.retry([oldest]);
    expect((await store.statistics.status()).oldestPendingAge).toBeLessThan(minute);
  });

  test('oldDeliveries tells the last one delivered before a time, the next and the newest', async () => {
    const receivedAt: number[] = [];
    for (const state of ['sent', 'sent', 'failed', undefined] as const) {
      receivedAt.push((await found(await submitted())).receivedAt);
      if (state) await store.mails.record(await claimed(), { state, reason: 'x' });
      await opened.age(minute);
    }
    const [first, last, next, newest] = receivedAt.map((time, nth) => time - (4 - nth) * minute);
    expect(await store.statistics.oldDeliveries(await store.maintenance.now())).toEqual({ last, next, newest });
    expect(await store.statistics.oldDeliveries(last ?? 0)).toEqual({ last: first, next: last, newest });
    expect(await store.statistics.oldDeliveries(first ?? 0)).toEqual({ last: null, next: null, newest });
    await opened.sql(`DELETE FROM submissions WHERE received_at > ${last}`);
    expect(await store.statistics.oldDeliveries(await store.maintenance.now())).toEqual({
      last,
      next: null,
      newest: last,
    });
  });

  test('those that open the store at once get the same secret of 32 bytes', async () => {
    const stores = [store, ...(await others(2))];
    const [first, ...more] = await Promise.all([...stores, store].map((each) => each.maintenance.secret()));
    expect(first).toHaveLength(32);
    for (const secret of more) expect(Buffer.from(secret)).toEqual(Buffer.from(first ?? []));
    expect(await opened.sql('SELECT name FROM secrets')).toEqual([{ name: 'signing' }]);
  });

  test('the probe writes, beside another process too, and changes nothing that is listed; a closed store rejects', async () => {
    const reference = await submitted();
    const before = await found(reference);
    const another = await opened.openAnother();
    await Promise.all([store.maintenance.probe(), another.maintenance.probe()]);
    expect(await store.submissions.list()).toEqual([before]);
    await another.close();
    await expect(another.maintenance.probe()).rejects.toThrow();
    await expect(another.submissions.add(submission, undefined, withoutToken)).rejects.toThrow();
    await submitted();
    expect(await store.submissions.list()).toHaveLength(2);
  });

  test('a target names submissions by reference, by their comparable address, or by the time of their delivery', async () => {
    const old = await submitted({ email: 'JO@bücher.example' });
    await opened.age(1);
    const failed = await submitted();
    await store.mails.record(await claimed(), { state: 'sent' });
    await store.mails.record(await claimed(), { state: 'failed', reason: '550' });
    await opened.age(hour);
    const recent = await submitted({ email: ' jo@xn--bcher-kva.example' });
    await store.mails.record(await claimed(), { state: 'sent' });
    const before = (await store.maintenance.now()) - minute;
    expect(await store.submissions.matching({ by: 'reference', reference: failed })).toEqual([failed]);
    expect(await store.submissions.matching({ by: 'reference', reference: '00000-00000' })).toEqual([]);
    expect(await store.submissions.matching({ by: 'address', address: 'jo@xn--bcher-kva.example' })).toEqual([
      old,
      recent,
    ]);
    expect(await store.submissions.matching({ by: 'delivery', before })).toEqual([old]);
  });

  test('deleting leaves others, takes the mails along, and waits for a mail under way', async () => {
    const [first, stays] = [await submitted(), await submitted()];
    const notice = await claimed();
    const underWay = notice.submission.reference;
    const other = underWay === first ? stays : first;
    const deleting = store.submissions.delete([first, stays, '00000-00000']);
    while (await store.submissions.find(other)) await nextTurn();
    expect(await found(underWay)).toMatchObject({ state: 'pending' });
    await store.mails.record(notice, { state: 'sent' });
    await deleting;
    await store.maintenance.removeRemnants();
    for (const table of ['submissions', 'mails']) expect(await opened.sql(`SELECT * FROM ${table}`)).toEqual([]);
    await submitted();
  });
});
