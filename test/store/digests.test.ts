import { expect, test } from '@jest/globals';
import type { Claim } from '../../server/outbox/store.ts';
import {
  claim,
  claimAll,
  claimed,
  flagged,
  found,
  hour,
  minute,
  newToken,
  onEachStore,
  opened,
  others,
  referencesIn,
  referencesOf,
  store,
  submitted,
} from '../helpers/store/eachStore.ts';
import { mailDomain } from '../helpers/store/openStores.ts';

onEachStore(() => {
  /** Submits with a flag, one after the other in time. */
  async function severalFlagged(amount: number, delay = 0): Promise<string[]> {
    const references: string[] = [];
    for (; references.length < amount; await opened.age(10)) references.push(await flagged(delay));
    return references;
  }
  /** A digest of new flagged submissions, claimed. */
  async function claimedDigest(amount: number): Promise<readonly [Claim, string[]]> {
    const references = await severalFlagged(amount);
    await store.formMails(true);
    return [await claimed(), references];
  }
  const noticeOf = (reference: string) => `<${reference.toLowerCase()}@${mailDomain}>`;
  const waits = { state: 'pending', attempts: 0, lastError: null, deliveredAt: null, messageId: null } as const;

  test('what has a flag waits without a mail for others, and after the flood gets a notice; what has none does not wait', async () => {
    const references = await severalFlagged(3, 5 * minute);
    const [reference = ''] = references;
    const { receivedAt, nextAttemptAt, ...listed } = await found(reference);
    expect(listed).toMatchObject(waits);
    expect((nextAttemptAt ?? 0) - receivedAt).toBeGreaterThanOrEqual(5 * minute);
    expect((nextAttemptAt ?? 0) - receivedAt).toBeLessThan(6 * minute);
    expect(await store.mailsOf(reference)).toEqual([]);
    expect(await store.nextDue('operator')).toBeGreaterThan(4 * minute);
    expect(await store.nextDue('operator')).toBeLessThan(5 * minute);
    const options = { token: await newToken(), required: true, flaggedDelay: 5 * minute };
    const verified = await submitted({}, undefined, options);
    expect(referencesIn(await claimAll())).toEqual([verified]);
    await store.formMails(false);
    const claims = await claimAll();
    expect(claims.map(({ messageId }) => messageId).sort()).toEqual(references.map(noticeOf).sort());
    expect(referencesIn(claims).sort()).toEqual(references.sort());
  });

  test('during a flood a digest forms of so many, or of all when the first has waited long enough', async () => {
    await submitted();
    const references = await severalFlagged(2, 5 * minute);
    await store.formMails(true, 3);
    expect(await claimAll({ lease: hour })).toMatchObject([{ kind: 'notice' }]);
    references.push(...(await severalFlagged(3, 5 * minute)));
    await store.formMails(true, 3);
    const full = await claimAll({ lease: hour });
    const messageId = expect.stringMatching(new RegExp(`^<digest-[0-9a-z]{5}-[0-9a-z]{5}@${mailDomain}>$`));
    const pendingSince = (await found(references[0] ?? '')).receivedAt;
    expect(full).toMatchObject([{ kind: 'digest', attempts: 1, messageId, pendingSince }]);
    expect(referencesIn(full)).toEqual(references.slice(0, 3));
    for (const reference of references.slice(3)) expect(await found(reference)).toMatchObject(waits);

    await opened.age(5 * minute - 10);
    await store.formMails(true, 3);
    const due = await claimAll({ lease: hour });
    expect(due).toMatchObject([{ kind: 'digest' }]);
    expect(referencesIn(due)).toEqual(references.slice(3));
    const [reference = ''] = await severalFlagged(1);
    await store.formMails(true, 3);
    expect(await claim()).toMatchObject({ kind: 'notice', messageId: noticeOf(reference) });
  });

  test('a digest stays together, in its order, and nothing joins it later, until it is divided', async () => {
    const [first, references] = await claimedDigest(5);
    expect(referencesIn([first])).toEqual(references);
    await store.record(first, { state: 'pending', delay: 0, error: 'lost' });
    const late = await flagged(minute);
    await store.formMails(true);
    const again = await claimed();
    expect(again).toEqual({ ...first, attempts: 2, leaseUntil: again.leaseUntil });
    expect(await claim()).toBeUndefined();

    // Meanwhile one of it gets a notice, and leaves.
    const [retried = '', ...rest] = references;
    await store.retry([retried]);
    await store.record(await claimed(), { state: 'sent' });
    await store.record(again, { state: 'divided', error: '550 refused' });
    expect(await found(retried)).toMatchObject({ state: 'delivered', lastError: null });
    expect((await claimAll()).map(({ messageId }) => messageId).sort()).toEqual(rest.map(noticeOf).sort());
    for (const reference of rest) {
      const notice = { messageId: noticeOf(reference), attempts: 1, state: 'pending', lastError: '550 refused' };
      expect(await store.mailsOf(reference)).toMatchObject([notice]);
      expect(await found(reference)).toMatchObject(notice);
    }
    expect(await found(late)).toMatchObject(waits);
  });

  test.each(['sent', 'failed', 'divided'] as const)(
    'a digest is %s for all but those that have been erased',
    async (state) => {
      const [digest, [gone = '', alsoGone = '', ...kept]] = await claimedDigest(4);
      await opened.sql(`DELETE FROM submissions WHERE reference IN ('${gone}', '${alsoGone}')`);
      expect((await store.record(digest, { state, error: 'x' })).sort()).toEqual([gone, alsoGone].sort());
      const expected = ({ sent: 'delivered', failed: 'failed', divided: 'pending' } as const)[state];
      expect(referencesOf(await store.list({ state: expected })).sort()).toEqual(kept.sort());
    },
  );

  test('those that form and claim mails at once share none, also when their leases have ended', async () => {
    const stores = [store, ...(await others(3))];
    const references = await Promise.all(Array.from({ length: 100 }, (_, nth) => (nth % 3 ? flagged(0) : submitted())));
    await Promise.all(stores.map((each) => each.formMails(true, 7)));
    const claims = async () => {
      const each = await Promise.all(stores.map((from) => claimAll({ from })));
      return each.flat().map(({ submissions }) => referencesOf(submissions));
    };
    const mails = await claims();
    expect(mails.flat().sort()).toEqual(references.sort());
    expect(Math.max(...mails.map(({ length }) => length))).toBe(7);
    await opened.age(hour);
    expect((await claims()).map(String).sort()).toEqual(mails.map(String).sort());
  });

  test('a retry gives one of a digest a notice and leaves the others in it; one that waits is due at once', async () => {
    const [digest, [first = '', second = '', third = '']] = await claimedDigest(3);
    await store.record(digest, { state: 'failed', error: '550 refused' });
    expect(await store.retry([second], 'failed')).toBe(1);
    expect(await claimAll()).toMatchObject([{ kind: 'notice', messageId: noticeOf(second) }]);
    const { messageId } = digest;
    for (const reference of [first, third])
      expect(await found(reference)).toMatchObject({ state: 'failed', messageId });
    expect(await store.retry([first, third])).toBe(2);
    expect(await opened.sql("SELECT * FROM mails WHERE kind = 'digest'")).toEqual([]);
    expect(await claimAll()).toHaveLength(2);

    const waiting = await flagged(hour);
    expect(await store.retry([waiting], 'failed')).toBe(0);
    expect(await store.retry([waiting])).toBe(1);
    await store.formMails(true);
    expect(await claim()).toMatchObject({ messageId: noticeOf(waiting) });
  });

  test('a flood begins once and ends once, whichever looks first, and is over if it is from the future', async () => {
    const bounds = { period: hour, begin: 3, end: 1 };
    // What was received exactly a period ago still counts, and a test may take less than a millisecond.
    const longerThanPeriod = hour + 1;
    const stores = [store, ...(await others(2))];
    /** The states when several look at once; those that have changed first. */
    const looks = async () => {
      const states = await Promise.all(stores.map((each) => each.checkFlood(bounds)));
      return states.sort((a, b) => Number(b.hasChanged) - Number(a.hasChanged));
    };
    const all = (isActive: boolean, hasChanged: boolean, amount: number) =>
      stores.map((_, nth) => ({ isActive, hasChanged: hasChanged && nth === 0, amount }));
    for (const later of [longerThanPeriod, longerThanPeriod, -1000 * hour]) {
      await severalFlagged(3);
      expect(await looks()).toEqual(all(false, false, 3));
      await submitted();
      expect(await looks()).toEqual(all(true, true, 4));
      await opened.age(longerThanPeriod);
      await severalFlagged(2);
      expect(await looks()).toEqual(all(true, false, 2));
      await opened.age(later);
      await submitted();
      expect(await looks()).toEqual(all(false, true, 1));
      expect(await looks()).toEqual(all(false, false, 1));
      await opened.sql('DELETE FROM submissions');
    }
  });
});
