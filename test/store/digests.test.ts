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

  test('a digest stays together, in its order, and is sent or failed for all but those that have been erased', async () => {
    const [digest, [gone = '', ...kept]] = await claimedDigest(4);
    expect(referencesIn([digest])).toEqual([gone, ...kept]);
    await store.record(digest, { state: 'pending', delay: 0, error: 'lost' });
    await flagged(minute);
    await store.formMails(true);
    const again = await claimed();
    expect(again).toEqual({ ...digest, attempts: 2, leaseUntil: again.leaseUntil });
    expect(await claim()).toBeUndefined();
    await opened.sql(`DELETE FROM submissions WHERE reference = '${gone}'`);
    expect(await store.record(again, { state: 'sent' })).toEqual([gone]);
    expect(referencesOf(await store.list({ state: 'delivered' })).sort()).toEqual(kept.sort());
  });

  test('a digest that is divided becomes a notice for each of its submissions', async () => {
    const [digest, references] = await claimedDigest(3);
    await store.record(digest, { state: 'divided', error: '550 refused' });
    expect((await claimAll()).map(({ messageId }) => messageId).sort()).toEqual(references.map(noticeOf).sort());
    for (const reference of references)
      expect(await found(reference)).toMatchObject({ state: 'pending', lastError: '550 refused' });
  });

  test('those that form and claim mails at once share none, also when their leases have ended', async () => {
    const stores = [store, ...(await others(3))];
    const references = await Promise.all(Array.from({ length: 40 }, (_, nth) => (nth % 3 ? flagged(0) : submitted())));
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

  test('a flood begins once and ends once, whichever process looks first', async () => {
    const bounds = { period: hour, begin: 3, end: 1 };
    const stores = [store, ...(await others(2))];
    /** The states when several look at once; those that have changed first. */
    const looks = async () => {
      const states = await Promise.all(stores.map((each) => each.checkFlood(bounds)));
      return states.sort((a, b) => Number(b.hasChanged) - Number(a.hasChanged));
    };
    const all = (isActive: boolean, hasChanged: boolean, amount: number) =>
      stores.map((_, nth) => ({ isActive, hasChanged: hasChanged && nth === 0, amount }));
    await severalFlagged(3);
    expect(await looks()).toEqual(all(false, false, 3));
    await submitted();
    expect(await looks()).toEqual(all(true, true, 4));
    // What was received exactly a period ago still counts.
    await opened.age(hour + 1);
    await severalFlagged(2);
    expect(await looks()).toEqual(all(true, false, 2));
    await opened.age(hour + 1);
    await submitted();
    expect(await looks()).toEqual(all(false, true, 1));
    expect(await looks()).toEqual(all(false, false, 1));
  });
});
