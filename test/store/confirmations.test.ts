import { expect, test } from '@jest/globals';
import { domainLength } from '../../server/outbox/confirmationRecipient.ts';
import type { ConfirmationClaim, NewSubmission } from '../../server/outbox/store.ts';
import {
  claimed,
  found,
  hour,
  key,
  minute,
  newToken,
  onEachStore,
  opened,
  others,
  referenceOf,
  store,
  withoutToken,
} from '../helpers/store/eachStore.ts';
import { contactSubmission as submission } from '../helpers/visitor/visitor.ts';

onEachStore(() => {
  /** Submits with a token, as `recipient`. */
  const confirmable = async (recipient: string, changes: Partial<NewSubmission> = {}): Promise<string> => {
    const options = { token: await newToken(), required: false, confirmationRecipient: recipient };
    return referenceOf(await store.submit({ ...submission, ...changes }, undefined, options));
  };
  const claimedConfirmation = async (lease = minute, from = store) => {
    const claim = await from.claimConfirmation(lease);
    if (!claim) throw new Error('no confirmation is due');
    return claim;
  };

  const claimUntilNone = async (lease: number) => {
    const claims: ConfirmationClaim[] = [];
    for (let next = await store.claimConfirmation(lease); next; next = await store.claimConfirmation(lease))
      claims.push(next);
    return claims;
  };

  test('wait only for a sender whose submission has no flag, and once under one key', async () => {
    const recipient = { confirmationRecipient: 'jo' };
    const unverified = referenceOf(await store.submit(submission, undefined, { ...withoutToken, ...recipient }));
    const suspect = await confirmable('jo', { suspect: true });
    const unasked = referenceOf(await store.submit(submission, undefined, { token: await newToken(), required: true }));
    expect(await store.nextConfirmationDue()).toBeUndefined();
    expect(await store.claimConfirmation(minute)).toBeUndefined();
    for (const reference of [unverified, suspect, unasked])
      expect(await found(reference)).toMatchObject({ confirmation: null, confirmationAt: null });

    const options = { ...recipient, token: await newToken(), required: true };
    const reference = referenceOf(await store.submit(submission, key, options));
    expect(await store.submit(submission, key, options)).toEqual({ outcome: 'replayed', reference });
    expect(await found(reference)).toMatchObject({ confirmation: 'waiting', confirmationAttempts: 0 });
    expect(await store.nextConfirmationDue()).toBeLessThanOrEqual(0);
    expect(await claimedConfirmation()).toMatchObject({ reference, verified: true });
    expect(await store.claimConfirmation(minute)).toBeUndefined();
  });

  test('are leased, postponed and sent independently of the mail about their submission', async () => {
    const reference = await confirmable('jo');
    const before = await store.now();
    const claim = await claimedConfirmation(2 * minute);
    expect(claim).toEqual(await found(reference));
    expect(claim).toMatchObject({ confirmation: 'sending', confirmationAttempts: 1, attempts: 0, state: 'pending' });
    expect(claim.confirmationAt).toBeGreaterThanOrEqual(before + 2 * minute);
    expect(await store.nextConfirmationDue()).toBeGreaterThan(minute);
    await store.confirmationPostponed(claim, minute);
    expect(await store.claimConfirmation(minute)).toBeUndefined();
    await store.failed([await claimed()], 'refused');
    await store.retry(reference);
    expect(await found(reference)).toMatchObject({ confirmation: 'waiting', confirmationAttempts: 1 });

    await opened.age(minute);
    await claimedConfirmation(minute, await opened.openAnother());
    await opened.age(minute);
    expect(await claimedConfirmation()).toMatchObject({ reference, confirmationAttempts: 3 });
    expect(await store.confirmationSent(reference)).toBe(true);
    expect(await store.nextConfirmationDue()).toBeUndefined();
    const { confirmationAt, ...sent } = await found(reference);
    expect(sent).toMatchObject({ confirmation: 'sent', state: 'pending', attempts: 0 });
    expect(confirmationAt).toBeGreaterThanOrEqual(before - 2 * minute);
    expect(confirmationAt).toBeLessThanOrEqual(await store.now());
    await opened.sql('DELETE FROM submissions');
    expect(await store.confirmationSent(reference)).toBe(false);
  });

  test('a worker whose lease has ended cannot change what another has claimed', async () => {
    const reference = await confirmable('jo');
    const stale = await claimedConfirmation(0);
    await opened.age(1);
    const fresh = await claimedConfirmation(minute, await opened.openAnother());
    await store.confirmationFailed(stale);
    await store.confirmationPostponed(stale, 0);
    expect(await found(reference)).toEqual(fresh);
    await store.confirmationFailed(fresh);
    expect(await found(reference)).toMatchObject({ confirmation: 'failed', state: 'pending' });
    expect(await store.nextConfirmationDue()).toBeUndefined();
  });

  test('to one address are at most three in 24 hours, however many claim at once', async () => {
    for (let count = 0; count < 10; count += 1) await confirmable('jo');
    const other = await confirmable('pa');
    const stores = [store, ...(await others(2))];
    const claims = await Promise.all(
      Array.from({ length: 12 }, (_, nth) => stores[nth % stores.length]?.claimConfirmation(minute)),
    );
    // One that another held at that moment is left for later.
    claims.push(...(await claimUntilNone(minute)));
    const [first, ...more] = claims.filter((claim) => claim !== undefined && claim.reference !== other);
    if (!first) throw new Error('nothing was claimed');
    expect(more).toHaveLength(2);
    expect(claims.filter((claim) => claim?.reference === other)).toHaveLength(1);
    const states = (await store.list()).map(({ confirmation }) => confirmation);
    expect(states.filter((state) => state === 'skipped')).toHaveLength(7);

    // Another attempt is no other mail.
    await store.confirmationPostponed(first, 0);
    expect(await claimedConfirmation()).toMatchObject({ reference: first.reference });
    await store.confirmationSent(first.reference);
    await opened.age(23 * hour);
    const later = await confirmable('jo');
    await claimedConfirmation();
    await claimedConfirmation();
    expect(await store.claimConfirmation(minute)).toMatchObject({ reference: other });
    expect(await store.claimConfirmation(minute)).toBeUndefined();
    expect(await found(later)).toMatchObject({ confirmation: 'skipped' });
    await opened.age(hour);
    const nextDay = await confirmable('jo');
    const due = await claimUntilNone(hour);
    expect(due.map(({ reference }) => reference)).toContain(nextDay);
  });

  test('to one domain are at most ten in 24 hours, to all addresses as many as the caps allow', async () => {
    const domain = 'a'.repeat(domainLength);
    for (let count = 0; count < 14; count += 1) await confirmable(`${domain}mailbox ${count}`);
    expect(await claimUntilNone(hour)).toHaveLength(10);
    const elsewhere = (count: number) => confirmable(`${count}`.padStart(domainLength, 'b') + count);
    for (let count = 0; count < 6; count += 1) await elsewhere(count);
    const caps = { hourly: 13, daily: 14 };
    for (let count = 0; count < 3; count += 1) expect(await store.claimConfirmation(hour, caps)).toBeDefined();
    expect(await store.claimConfirmation(hour, caps)).toBeUndefined();
    for (const { reference } of await store.list()) await store.confirmationSent(reference);
    await opened.age(hour);
    await elsewhere(7);
    await elsewhere(8);
    expect(await store.claimConfirmation(hour, caps)).toBeDefined();
    expect(await store.claimConfirmation(hour, caps)).toBeUndefined();
    await opened.age(24 * hour);
    await elsewhere(9);
    expect(await store.claimConfirmation(hour, caps)).toBeDefined();
  });
});
