import { expect, test } from '@jest/globals';
import type { Store, SubmitResult } from '../../server/outbox/store.ts';
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
  submitted,
  withoutToken,
} from '../helpers/store/eachStore.ts';
import { mailDomain } from '../helpers/store/openStores.ts';
import { newKey, contactSubmission as submission } from '../helpers/visitor/visitor.ts';

onEachStore(() => {
  test('stores a submission as pending and due at once', async () => {
    const before = await store.now();
    const reference = await submitted();
    const after = await store.now();
    expect(reference).toMatch(/^[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{5}$/);
    const { receivedAt, ...rest } = await found(reference);
    expect(rest).toEqual({
      ...submission,
      reference,
      messageId: `<${reference.toLowerCase()}@${mailDomain}>`,
      verified: false,
      state: 'pending',
      attempts: 0,
      nextAttemptAt: receivedAt,
      lastError: null,
      deliveredAt: null,
      retriedAt: null,
      digest: null,
      confirmation: null,
      confirmationAt: null,
      confirmationAttempts: 0,
    });
    expect(receivedAt).toBeGreaterThanOrEqual(before);
    expect(receivedAt).toBeLessThanOrEqual(after);
    expect(await store.nextDue()).toBeLessThanOrEqual(0);

    const order = { kind: 'order', planId: 'CXN3', orderedPlan: 'CXN3 ', orderedPrice: '', suspect: true } as const;
    expect(await found(await submitted(order))).toMatchObject({ ...order, digest: null });
  });

  test('a key is stored once with the same body and conflicts with another; without a key each is stored', async () => {
    const reference = await submitted({}, key);
    expect(await store.submit(submission, key, withoutToken)).toEqual({ outcome: 'replayed', reference });
    expect(await store.replayed(key)).toBe(reference);
    const otherBody = { ...key, bodyHash: 'other' };
    expect(await store.submit(submission, otherBody, withoutToken)).toEqual({ outcome: 'conflict' });
    expect(await store.replayed(otherBody)).toBeUndefined();
    expect(await store.replayed({ ...key, key: newKey() })).toBeUndefined();
    await submitted();
    await submitted();
    expect(await store.list()).toHaveLength(3);
    // Without a lifetime it lives as long as the submission.
    await opened.age(365 * 24 * hour);
    expect(await submitted({}, key)).toBe(reference);
  });

  test('a key is free again after its lifetime, also for another body', async () => {
    const brief = { ...key, lifetime: minute };
    const first = await submitted({}, brief);
    await opened.age(minute / 2);
    expect(await submitted({}, brief)).toBe(first);
    await opened.age(minute / 2);
    expect(await store.replayed(key)).toBeUndefined();
    const second = await submitted({}, { ...brief, bodyHash: 'other' });
    expect(second).not.toBe(first);
    expect(await store.replayed({ ...key, bodyHash: 'other' })).toBe(second);
    expect(await store.list()).toHaveLength(2);
  });

  test('a token is used up only by the submission that is stored with it', async () => {
    const withToken = { token: await newToken(), required: true };
    const required = { token: undefined, required: true };
    expect(await store.submit(submission, undefined, required)).toEqual({ outcome: 'unverified' });
    expect(await store.list()).toEqual([]);
    const reference = referenceOf(await store.submit(submission, key, withToken));
    expect(await found(reference)).toMatchObject({ verified: true, suspect: false, digest: '' });
    expect(await store.submit(submission, key, withToken)).toEqual({ outcome: 'replayed', reference });
    const another = { ...withToken, token: await newToken() };
    expect(await store.submit(submission, key, another)).toEqual({ outcome: 'replayed', reference });
    expect(await store.submit(submission, { ...key, bodyHash: 'x' }, another)).toEqual({ outcome: 'conflict' });
    expect(await store.submit(submission, undefined, another)).toMatchObject({ outcome: 'stored' });

    expect(await store.submit(submission, undefined, withToken)).toEqual({ outcome: 'unverified' });
    const lenient = { ...withToken, required: false };
    const unverified = await store.submit({ ...submission, suspect: true }, undefined, lenient);
    expect(await found(referenceOf(unverified))).toMatchObject({ verified: false, suspect: true });
  });

  test('a failed write stores nothing and uses up neither the key nor the token', async () => {
    const withToken = { token: await newToken(), required: true };
    await opened.sql('ALTER TABLE submissions RENAME COLUMN body_hash TO renamed');
    await expect(store.submit(submission, { ...key, lifetime: minute }, withToken)).rejects.toThrow('body_hash');
    await opened.sql('ALTER TABLE submissions RENAME COLUMN renamed TO body_hash');
    expect(await store.list()).toEqual([]);
    expect(await opened.sql('SELECT * FROM used_tokens')).toEqual([]);
    expect(await store.submit(submission, key, withToken)).toMatchObject({ outcome: 'stored' });
  });

  test('of twins that arrive at two processes at once, one is stored and the others are its replays', async () => {
    const stores = [store, ...(await others(1))];
    for (let round = 0; round < 8; round += 1) {
      const token = await newToken();
      const results = await Promise.all(
        [...stores, ...stores].map((each) =>
          each.submit(submission, { ...key, key: token.id, lifetime: hour }, { token, required: true }),
        ),
      );
      expect(results.map(({ outcome }) => outcome).sort()).toEqual(['replayed', 'replayed', 'replayed', 'stored']);
      expect(new Set(results.map(referenceOf)).size).toBe(1);
    }
    expect(await store.list()).toHaveLength(8);
  });

  test('of two bodies with one key, or with one token, that arrive at once, one is stored', async () => {
    const stores = [store, ...(await others(1))];
    const outcomes = async (submit: (each: Store, index: number) => Promise<SubmitResult>) =>
      (await Promise.all(stores.map(submit))).map(({ outcome }) => outcome).sort();
    for (let round = 0; round < 8; round += 1) {
      const token = await newToken();
      const sameKey = (each: Store, index: number) =>
        each.submit(submission, { key: token.id, bodyHash: String(index) }, withoutToken);
      expect(await outcomes(sameKey)).toEqual(['conflict', 'stored']);
      const sameToken = (each: Store) => each.submit(submission, { ...key, key: newKey() }, { token, required: true });
      expect(await outcomes(sameToken)).toEqual(['stored', 'unverified']);
    }
    expect(await store.list()).toHaveLength(16);
  });

  test('texts are kept as they were sent, up to 16 KiB', async () => {
    const changes = {
      name: '👩‍👩‍👧 \u{1F9FE}',
      company: "x'); DROP TABLE submissions; --",
      message: `${'é'.repeat(1999)}${'🧾'.repeat(3000)}\n\u2028\u0001\u007f"'\\%_$1`,
      email: 'ä@ö.example',
    };
    const reference = await submitted(changes);
    expect(await found(reference)).toMatchObject(changes);
    expect(await store.list()).toMatchObject([changes]);
    expect((await claimed()).message).toBe(changes.message);
  });

  test('texts lose NUL and have a replacement character for each lone surrogate, also the answer of a mail server', async () => {
    const evil = 'a\0b\ud800c\udc00d';
    const kept = 'ab\ufffdc\ufffdd';
    const texts = { name: evil, email: evil, company: evil, phone: evil, message: evil, orderedPlan: evil };
    const reference = await submitted({ ...texts, orderedPrice: evil, planId: evil });
    expect(await found(reference)).toMatchObject({ name: kept, message: kept, orderedPrice: kept, planId: kept });

    await store.postponed([await claimed()], 0, evil);
    expect(await found(reference)).toMatchObject({ lastError: kept });
    expect((await store.status()).lastError).toEqual({ reference, text: kept });
    await store.split([await claimed()], `${evil}1`);
    expect(await found(reference)).toMatchObject({ lastError: `${kept}1` });
    await store.failed([await claimed()], `${evil}2`);
    expect(await found(reference)).toMatchObject({ lastError: `${kept}2`, state: 'failed' });
  });
});
