import { expect, test } from '@jest/globals';
import type { Store } from '../../server/outbox/store.ts';
import type { NewSubmission } from '../../server/outbox/submission.ts';
import type { Added } from '../../server/outbox/submissions.ts';
import {
  claimed,
  expectSince,
  found,
  hour,
  key,
  minute,
  newToken,
  onEachStore,
  opened,
  others,
  store,
  submitted,
} from '../helpers/store/eachStore.ts';
import { mailDomain } from '../helpers/store/openSqliteStore.ts';
import { referenceOf, withoutToken } from '../helpers/store/submissions.ts';
import { newKey, notFound, contactSubmission as submission } from '../helpers/visitor/visitor.ts';

onEachStore(() => {
  test('stores a submission as pending and due at once', async () => {
    const before = await store.maintenance.now();
    const reference = await submitted();
    expect(reference).toMatch(/^[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{5}$/);
    const [mail, ...more] = await store.mails.listAbout(reference);
    const dueAt = mail?.dueAt ?? 0;
    const messageId = `<${reference.toLowerCase()}@${mailDomain}>`;
    const pending = { messageId, state: 'pending', attempts: 0, lastError: null } as const;
    expect(mail).toEqual({
      ...pending,
      kind: 'notice',
      pendingSince: dueAt,
      dueAt,
      leaseUntil: null,
      sentAt: null,
      ...notFound,
    });
    expect(more).toEqual([]);
    const { receivedAt, ...rest } = await found(reference);
    const listed = { nextAttemptAt: dueAt, deliveredAt: null };
    expect(rest).toEqual({ ...submission, reference, verified: false, ...pending, ...listed, ...notFound });
    await expectSince(before, receivedAt);
    await expectSince(receivedAt, dueAt);
    expect(await store.mails.nextDue('notice')).toBeLessThanOrEqual(0);

    const order: NewSubmission = {
      ...{ ...submission, kind: 'order', planId: 'CXN3', orderedPlan: 'CXN3 ', orderedPrice: '', suspect: true },
      ...{ billing: 'yearly', dataCentre: 'Johannesburg', operatingSystem: 'Debian 12', unknownLines: 'a\nb' },
    };
    expect(await found(await submitted(order))).toMatchObject(order);
  });

  test('a key is stored once with the same body and conflicts with another; without a key each is stored', async () => {
    const reference = await submitted({}, key);
    expect(await store.submissions.add(submission, key, withoutToken)).toEqual({ outcome: 'replayed', reference });
    expect(await store.submissions.findByKey(key)).toBe(reference);
    const otherBody = { ...key, bodyHash: 'other' };
    expect(await store.submissions.add(submission, otherBody, withoutToken)).toEqual({ outcome: 'conflict' });
    expect(await store.submissions.findByKey(otherBody)).toBeUndefined();
    expect(await store.submissions.findByKey({ ...key, key: newKey() })).toBeUndefined();
    await submitted();
    await submitted();
    expect(await store.submissions.list()).toHaveLength(3);
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
    expect(await store.submissions.findByKey(key)).toBeUndefined();
    const second = await submitted({}, { ...brief, bodyHash: 'other' });
    expect(second).not.toBe(first);
    expect(await store.submissions.findByKey({ ...key, bodyHash: 'other' })).toBe(second);
    expect(await store.submissions.list()).toHaveLength(2);
  });

  test('a token is used up only by the submission that is stored with it', async () => {
    const withToken = { token: await newToken(), required: true };
    const required = { token: undefined, required: true };
    expect(await store.submissions.add(submission, undefined, required)).toEqual({ outcome: 'unverified' });
    expect(await store.submissions.list()).toEqual([]);
    const reference = referenceOf(await store.submissions.add(submission, key, withToken));
    expect(await found(reference)).toMatchObject({ verified: true, suspect: false });
    expect(await store.submissions.add(submission, key, withToken)).toEqual({ outcome: 'replayed', reference });
    const another = { ...withToken, token: await newToken() };
    expect(await store.submissions.add(submission, key, another)).toEqual({ outcome: 'replayed', reference });
    expect(await store.submissions.add(submission, { ...key, bodyHash: 'x' }, another)).toEqual({
      outcome: 'conflict',
    });
    expect(await store.submissions.add(submission, undefined, another)).toMatchObject({ outcome: 'stored' });

    expect(await store.submissions.add(submission, undefined, withToken)).toEqual({ outcome: 'unverified' });
    const lenient = { ...withToken, required: false };
    const unverified = await store.submissions.add({ ...submission, suspect: true }, undefined, lenient);
    expect(await found(referenceOf(unverified))).toMatchObject({ verified: false, suspect: true });
  });

  test('a failed write of any of its rows stores nothing and uses up neither the key nor the token', async () => {
    const options = { token: await newToken(), required: true, confirmationRecipient: 'jo' };
    const columns = { submissions: 'body_hash', mails: 'due_at' };
    for (const [table, column] of Object.entries(columns)) {
      await opened.sql(`ALTER TABLE ${table} RENAME COLUMN ${column} TO renamed`);
      const submitting = store.submissions.add(submission, { ...key, lifetime: minute }, options);
      await expect(submitting).rejects.toThrow(column);
      await opened.sql(`ALTER TABLE ${table} RENAME COLUMN renamed TO ${column}`);
      for (const each of ['submissions', 'mails', 'used_tokens'])
        expect(await opened.sql(`SELECT * FROM ${each}`)).toEqual([]);
    }
    const reference = referenceOf(await store.submissions.add(submission, key, options));
    expect(await store.mails.listAbout(reference)).toHaveLength(2);
  });

  test('of those that arrive at two processes at once with one key or one token, one is stored; twins are its replays', async () => {
    const stores = [store, ...(await others(1))];
    const atOnce = async (submit: (each: Store, index: number) => Promise<Added>, other: string) => {
      const results = await Promise.all([...stores, ...stores].map(submit));
      expect(results.map(({ outcome }) => outcome).sort()).toEqual([other, other, other, 'stored'].sort());
      return results;
    };
    for (let round = 0; round < 4; round += 1) {
      const [twin, another] = [await newToken(), await newToken()];
      const sameKey = { ...key, key: twin.id, lifetime: hour };
      const options = { token: twin, required: true };
      const twins = await atOnce((each) => each.submissions.add(submission, sameKey, options), 'replayed');
      expect(new Set(twins.map(referenceOf)).size).toBe(1);
      const keyOf = (index: number) => ({ key: another.id, bodyHash: String(index) });
      await atOnce((each, index) => each.submissions.add(submission, keyOf(index), withoutToken), 'conflict');
      const sameToken = { token: another, required: true };
      await atOnce((each) => each.submissions.add(submission, { ...key, key: newKey() }, sameToken), 'unverified');
    }
    expect(await store.submissions.list()).toHaveLength(12);
  });

  test('texts are kept as they were sent, up to 16 KiB, but for NUL and lone surrogates, also the answer of a mail server', async () => {
    const changes = {
      name: '👩‍👩‍👧 \u{1F9FE}',
      company: "x'); DROP TABLE submissions; --",
      message: `${'é'.repeat(1999)}${'🧾'.repeat(3000)}\n\u2028\u0001\u007f"'\\%_$1`,
      email: 'ä@ö.example',
    };
    await submitted(changes);
    expect(await store.submissions.list()).toMatchObject([changes]);
    expect((await claimed()).submission).toMatchObject(changes);

    const [evil, kept] = ['a\0b\ud800c\udc00d', 'ab\ufffdc\ufffdd'];
    const texts = (text: string) => ({
      name: text,
      email: text,
      company: text,
      phone: text,
      message: text,
      planId: text,
    });
    const order = (text: string) => ({ orderedPlan: text, orderedPrice: text, unknownLines: text });
    const reference = await submitted({ ...texts(evil), ...order(evil) });
    await store.mails.record(await claimed(), { state: 'pending', delay: 0, reason: evil });
    expect(await found(reference)).toMatchObject({ ...texts(kept), ...order(kept), lastError: kept });
    expect((await store.statistics.status()).lastError).toEqual({ reference, text: kept });
  });
});
