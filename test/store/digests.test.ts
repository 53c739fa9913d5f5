import { expect, test } from '@jest/globals';
import {
  claimAll,
  claimed,
  found,
  hour,
  minute,
  newToken,
  onEachStore,
  opened,
  others,
  referenceOf,
  referencesOf,
  store,
  submitted,
  withoutToken,
} from '../helpers/store/eachStore.ts';
import { contactSubmission as submission } from '../helpers/visitor/visitor.ts';

onEachStore(() => {
  test('fills a digest with flagged submissions, due or waiting, that are not under way', async () => {
    const options = { ...withoutToken, flaggedDelay: 5 * minute };
    const underWay = await submitted({ name: 'under way' });
    await claimed(hour);
    const flagged: string[] = [];
    for (let count = 0; count < 4; count += 1) {
      flagged.push(referenceOf(await store.submit({ ...submission, suspect: true }, undefined, options)));
      await opened.age(1000);
    }
    const verified = referenceOf(
      await store.submit(submission, undefined, { ...options, token: await newToken(), required: true }),
    );
    expect(await store.claim(hour, 3)).toMatchObject([{ reference: verified, digest: '' }]);
    expect(await store.claim(hour, 3)).toEqual([]);
    expect(await store.nextDue()).toBeGreaterThan(3 * minute);
    expect(await store.nextDue()).toBeLessThan(5 * minute);

    await opened.age(5 * minute - 4000);
    const digest = await store.claim(hour, 3);
    expect(referencesOf(digest)).toEqual(flagged.slice(0, 3));
    expect(digest[0]?.digest).toMatch(/^digest-[0-9A-Z]{5}-[0-9A-Z]{5}$/);
    expect(new Set(digest.map((each) => each.digest)).size).toBe(1);
    expect((await found(flagged[3] ?? '')).digest).toBeNull();
    expect((await found(underWay)).digest).toBeNull();
  });

  test('a digest stays together, in its order, and takes nothing in later, until it is split', async () => {
    for (let count = 0; count < 5; count += 1) {
      await submitted({ suspect: true });
      await opened.age(10);
    }
    const first = await store.claim(minute, 10);
    expect(first).toHaveLength(5);
    expect(referencesOf(first)).toEqual(referencesOf(await store.list()).reverse());
    await store.postponed(first.slice(2), 0, 'lost');
    await store.postponed(first.slice(0, 2), 0, 'lost');
    await opened.age(10);
    const waiting = { ...withoutToken, flaggedDelay: minute };
    const late = referenceOf(await store.submit({ ...submission, suspect: true }, undefined, waiting));

    for (const maxDigestSize of [2, 1, undefined]) {
      const again = await store.claim(0, maxDigestSize);
      expect(referencesOf(again)).toEqual(referencesOf(first));
      expect(again[0]?.digest).toBe(first[0]?.digest);
    }
    await store.split(await store.claim(minute), '550 refused');
    const claims = await claimAll([store], 10);
    expect(claims.map(({ length }) => length)).toEqual([1, 1, 1, 1, 1]);
    await opened.age(minute);
    expect(referencesOf(await store.claim(hour, 10))).toEqual([late]);
    for (const reference of referencesOf(first))
      expect(await found(reference)).toMatchObject({ digest: '', lastError: '550 refused', attempts: 6 });
  });

  test('those that claim digests at once share none, also when their leases have ended', async () => {
    const stores = [store, ...(await others(3))];
    const references = await Promise.all(Array.from({ length: 100 }, () => submitted({ suspect: true })));
    const claims = await claimAll(stores, 7);
    expect(claims.flat().sort()).toEqual(references.sort());
    expect(Math.max(...claims.map(({ length }) => length))).toBe(7);
    const digests = await Promise.all(claims.map(async ([reference = '']) => (await found(reference)).digest));
    const whole = claims.map((claim) => claim.sort().join()).sort();
    for (let round = 0; round < 5; round += 1) {
      await opened.age(hour);
      const again = await claimAll(stores, 7);
      expect(again.map((claim) => claim.sort().join()).sort()).toEqual(whole);
    }
    expect(new Set(digests.filter((digest) => digest !== '' && digest !== null)).size).toBeGreaterThan(10);
  });

  const bounds = { period: hour, begin: 3, end: 1 };
  // What was received exactly a period ago still counts, and a test may take less than a millisecond.
  const longerThanPeriod = hour + 1;

  test('begins once and ends once, whichever process looks first', async () => {
    const another = await opened.openAnother();
    for (let count = 0; count < 3; count += 1) await submitted();
    expect(await store.checkFlood(bounds)).toEqual({ isActive: false, hasChanged: false });
    await submitted();
    expect(await another.checkFlood(bounds)).toEqual({ isActive: true, hasChanged: true });
    expect(await store.checkFlood(bounds)).toEqual({ isActive: true, hasChanged: false });
    await opened.age(longerThanPeriod);
    await submitted();
    await submitted();
    expect(await store.checkFlood(bounds)).toEqual({ isActive: true, hasChanged: false });
    await opened.age(longerThanPeriod);
    await submitted();
    expect(await store.checkFlood(bounds)).toEqual({ isActive: false, hasChanged: true });
    expect(await another.checkFlood(bounds)).toEqual({ isActive: false, hasChanged: false });
  });

  test('begins and ends once if several look at once', async () => {
    const stores = [store, ...(await others(2))];
    const changes = async () => {
      const states = await Promise.all(stores.map((each) => each.checkFlood(bounds)));
      return states.filter(({ hasChanged }) => hasChanged);
    };
    for (let round = 0; round < 5; round += 1) {
      for (let count = 0; count < 4; count += 1) await submitted();
      expect(await changes()).toEqual([{ isActive: true, hasChanged: true }]);
      await opened.age(longerThanPeriod);
      expect(await changes()).toEqual([{ isActive: false, hasChanged: true }]);
    }
  });
});
