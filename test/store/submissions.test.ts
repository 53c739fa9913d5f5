import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import type { Store } from '../../server/outbox/store.ts';
import type { NewSubmission } from '../../server/outbox/submission.ts';
import type { Added, ListedSubmission } from '../../server/outbox/submissions.ts';
import {
  claimed,
  confirmable,
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
import { mailDomain, referenceOf, withoutToken } from '../helpers/store/submissions.ts';
import { newKey, notFound, contactSubmission as submission } from '../helpers/visitor/visitor.ts';

onEachStore(() => {
  test('a new submission is stored as pending and due at once', async () => {
    const before = await store.maintenance.now();
    const reference = await submitted();
    expect(reference).toMatch(/^[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{5}$/);
    const [mail, ...more] = await store.mails.listAbout(reference);
    const dueAt = mail?.dueAt ?? 0;
    const messageId = `<${reference.toLowerCase()}@${mailDomain}>`;
    const pending = { messageId, state: 'pending', attempts: 0, lastError: null } as const;
    const untried = { fault: null, leaseUntil: null, sentAt: null, ...notFound };
    expect(mail).toEqual({ ...pending, kind: 'notice', pendingSince: dueAt, dueAt, ...untried });
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

  test('a key is stored once with the same body and conflicts with another body, and posts without a key are all stored', async () => {
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
    // This idempotency key has no lifetime, so it lives as long as its submission.
    await opened.age(365 * 24 * hour);
    expect(await submitted({}, key)).toBe(reference);
  });

  test('after its lifetime a key is free again, even for another body', async () => {
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

  test('only the submission that is stored with a captcha token uses it up', async () => {
    const withToken = { ...withoutToken, token: await newToken(), required: true };
    const required = { ...withoutToken, required: true };
    expect(await store.submissions.add(submission, undefined, required)).toEqual({ outcome: 'unverified' });
    expect(await store.submissions.list()).toEqual([]);
    const reference = referenceOf(await store.submissions.add(submission, key, withToken));
    expect(await found(reference)).toMatchObject({ verified: true, suspect: false });
    expect(await store.submissions.add(submission, key, withToken)).toEqual({ outcome: 'replayed', reference });
    const another = { ...withToken, token: await newToken() };
    expect(await store.submissions.add(submission, key, another)).toEqual({ outcome: 'replayed', reference });
    const otherBody = { ...key, bodyHash: 'x' };
    expect(await store.submissions.add(submission, otherBody, another)).toEqual({ outcome: 'conflict' });
    expect(await store.submissions.add(submission, undefined, another)).toMatchObject({ outcome: 'stored' });

    await store.maintenance.forgetExpiredTokens();
    expect(await store.submissions.add(submission, undefined, withToken)).toEqual({ outcome: 'unverified' });
    const lenient = { ...withToken, required: false };
    const unverified = await store.submissions.add({ ...submission, suspect: true }, undefined, lenient);
    expect(await found(referenceOf(unverified))).toMatchObject({ verified: false, suspect: true });
  });

  test('if any row of a submission cannot be written, nothing is stored, and key and token stay unused', async () => {
    const options = { ...withoutToken, token: await newToken(), required: true, confirms: true };
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

  test('if two processes get posts with one key or one token at once, one post is stored, and an identical post is its replay', async () => {
    const stores = [store, ...(await others(1))];
    const atOnce = async (submit: (each: Store, index: number) => Promise<Added>, other: string) => {
      const results = await Promise.all([...stores, ...stores].map(submit));
      expect(results.map(({ outcome }) => outcome).sort()).toEqual([other, other, other, 'stored'].sort());
      return results;
    };
    for (let round = 0; round < 4; round += 1) {
      const [twin, another] = [await newToken(), await newToken()];
      const sameKey = { ...key, key: twin.id, lifetime: hour };
      const options = { ...withoutToken, token: twin, required: true };
      const twins = await atOnce((each) => each.submissions.add(submission, sameKey, options), 'replayed');
      expect(new Set(twins.map(referenceOf)).size).toBe(1);
      const keyOf = (index: number) => ({ key: another.id, bodyHash: String(index) });
      const tokens = await Promise.all(Array.from({ length: 4 }, newToken));
      const withToken = (index: number) => ({ ...withoutToken, token: tokens[index] });
      await atOnce((each, index) => each.submissions.add(submission, keyOf(index), withToken(index)), 'conflict');
      const sameToken = { ...withoutToken, token: another, required: true };
      await atOnce((each) => each.submissions.add(submission, { ...key, key: newKey() }, sameToken), 'unverified');
    }
    expect(await store.submissions.list()).toHaveLength(12);
    expect(await opened.sql('SELECT id FROM used_tokens')).toHaveLength(12);
  });

  test('texts and mail server answers are kept unchanged up to 16 KiB, except for NUL and lone surrogates', async () => {
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
    const fields = ['name', 'email', 'company', 'phone', 'message', 'planId'];
    const all = [...fields, 'orderedPlan', 'orderedPrice', 'unknownLines'];
    const texts = (text: string) => Object.fromEntries(all.map((name) => [name, text]));
    const reference = await submitted(texts(evil));
    await store.mails.record(await claimed(), { state: 'pending', delay: 0, reason: evil });
    expect(await found(reference)).toMatchObject({ ...texts(kept), lastError: kept });
    expect((await store.statistics.status()).lastError).toEqual({ reference, text: kept });
  });

  /** Stores a contact message and two orders for each state of the notification. Several of the nine have the same time of receipt. */
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

  test('the list is sorted by newest time, then by reference', async () => {
    const all = await fill();
    const expected = all.toSorted((a, b) => b.receivedAt - a.receivedAt || (b.reference > a.reference ? 1 : -1));
    expect(all).toEqual(expected);
    expect(all[0]).toEqual(await found(all[0]?.reference ?? ''));
  });

  test('a filter keeps the submissions that meet all its conditions', async () => {
    const all = await fill();
    const [since = 0, before = 0] = [all[4]?.receivedAt, all[1]?.receivedAt];
    const isPendingOrder = ({ state, kind }: ListedSubmission) => state === 'pending' && kind === 'order';
    type Filter = Parameters<Store['submissions']['list']>[0];
    const filters: readonly (readonly [Filter, (each: ListedSubmission) => boolean])[] = [
      [{ state: 'failed' }, ({ state }) => state === 'failed'],
      [{ kind: 'contact' }, ({ kind }) => kind === 'contact'],
      [{ planId: 'CXN3' }, ({ planId }) => planId === 'CXN3'],
      [{ planId: 'cxn3' }, () => false],
      [{ since, before }, ({ receivedAt }) => receivedAt >= since && receivedAt < before],
      [{ state: 'pending', kind: 'order', since: 0, before: Number.MAX_SAFE_INTEGER }, isPendingOrder],
    ];
    for (const [filter, fits] of filters) expect(await store.submissions.list(filter)).toEqual(all.filter(fits));
  });

  test('the status has the number of each state, the oldest pending submission, the last error and the last delivery', async () => {
    const nothing = { oldestPendingAt: null, oldestPendingAge: 0, lastError: null, misconfigured: 0 };
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

    // When the operator retries a mail, the mail counts as waiting only from then on.
    await store.mails.retry([oldest]);
    expect((await store.statistics.status()).oldestPendingAge).toBeLessThan(minute);
  });

  test('a notification that was sent before a time is found by hasDeliveriesBefore, and no failed or waiting one', async () => {
    const { maintenance, statistics } = store;
    for (const state of ['failed', undefined, 'sent'] as const) {
      expect(await statistics.hasDeliveriesBefore((await maintenance.now()) + minute)).toBe(false);
      await submitted();
      if (state) await store.mails.record(await claimed(), { state, reason: 'x' });
      await opened.age(minute);
    }
    expect(await statistics.hasDeliveriesBefore(await maintenance.now())).toBe(true);
    expect(await statistics.hasDeliveriesBefore((await maintenance.now()) - 2 * minute)).toBe(false);
  });

  test('a clock is in doubt if it says that nothing was written for a month, until it is right again or trusted', async () => {
    const { maintenance } = store;
    const written = (days: number) =>
      opened.sql(`UPDATE probe SET probed_at = ${Date.now() - days * 24 * 60 * minute}`);
    const isDoubtful = async () => {
      await maintenance.probe();
      return maintenance.isClockDoubtful();
    };
    await opened.sql('UPDATE probe SET probed_at = 0');
    expect([await maintenance.isClockDoubtful(), await isDoubtful()]).toEqual([false, false]);
    await written(29);
    expect(await isDoubtful()).toBe(false);
    for (const cure of [maintenance.trustClock, () => written(0)]) {
      await written(31);
      expect([await isDoubtful(), await isDoubtful()]).toEqual([true, true]);
      await cure();
      expect(await isDoubtful()).toBe(false);
    }
    // A clock that was behind for a while leaves no doubt.
    await written(-31);
    expect(await isDoubtful()).toBe(false);
    await written(0);
    expect(await isDoubtful()).toBe(false);
  });

  test('processes that open the store at once get the same secret of 32 bytes', async () => {
    const stores = [store, ...(await others(2))];
    const [first, ...more] = await Promise.all([...stores, store].map((each) => each.maintenance.secret()));
    expect(first).toHaveLength(32);
    for (const secret of more) expect(Buffer.from(secret)).toEqual(Buffer.from(first ?? []));
    expect(await opened.sql('SELECT name FROM secrets')).toEqual([{ name: 'signing' }]);
  });

  test('the probe writes, even beside another process, and changes no submission, and it rejects on a closed store', async () => {
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

  test('an erasure target selects submissions by reference, by normalized address or by delivery time', async () => {
    const old = await submitted({ email: 'JO@bücher.example' });
    await opened.age(1);
    const failed = await submitted();
    await store.mails.record(await claimed(), { state: 'sent' });
    await store.mails.record(await claimed(), { state: 'failed', reason: '550' });
    const bounced = await confirmable('pa');
    await store.mails.record(await claimed(), { state: 'sent' });
    await store.mails.record(await claimed({ kind: 'confirmation' }), { state: 'sent' });
    const { messageId } = await found(bounced);
    expect(await store.mailbox.recordBounce({ messageIds: [messageId], bouncedAt: 1, error: '5.1.1' })).toBeDefined();
    await submitted();
    await opened.age(hour);
    await store.mails.record(await claimed(), { state: 'sent' });
    const recent = await submitted({ email: ' jo@xn--bcher-kva.example' });
    await store.mails.record(await claimed(), { state: 'sent' });
    const before = (await store.maintenance.now()) - minute;
    const { matching } = store.submissions;
    expect(await matching({ by: 'reference', reference: failed })).toEqual([failed]);
    expect(await matching({ by: 'reference', reference: '00000-00000' })).toEqual([]);
    expect(await matching({ by: 'address', address: 'jo@xn--bcher-kva.example' })).toEqual([old, recent]);
    expect(await matching({ by: 'delivery', before })).toEqual([old]);
  });

  test('an erasure finds and deletes all submissions of an address, also more than one statement reads or deletes', async () => {
    const oldest = await submitted();
    await opened.sql(
      `INSERT INTO submissions (reference, kind, name, email, company, phone, message, verified, suspect, received_at)
       WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 1000)
       SELECT 'row ' || n, kind, name, CASE n WHEN 500 THEN 'x' ELSE email END, '', '', '', verified, suspect, received_at + n
       FROM submissions, numbers`,
    );
    await opened.sql(
      `INSERT INTO mails (message_id, reference, kind, pending_since, due_at)
       SELECT reference, reference, 'notice', 0, 0 FROM submissions WHERE reference LIKE 'row %'`,
    );
    const all = await store.submissions.matching({ by: 'address', address: submission.email });
    expect([all.length, all[0]]).toEqual([1000, oldest]);
    await store.submissions.delete(all);
    expect((await store.submissions.list()).map(({ reference }) => reference)).toEqual(['row 500']);
  });

  test('deleting removes a submission and its mails but no others, and waits for a mail that is being sent', async () => {
    const [first, stays] = [await submitted(), await submitted()];
    const notification = await claimed();
    const underWay = notification.submission.reference;
    const other = underWay === first ? stays : first;
    const deleting = store.submissions.delete([first, stays, '00000-00000']);
    while (await store.submissions.find(other)) await nextTurn();
    expect(await found(underWay)).toMatchObject({ state: 'pending' });
    await store.mails.record(notification, { state: 'sent' });
    await deleting;
    await store.maintenance.removeRemnants();
    for (const table of ['submissions', 'mails']) expect(await opened.sql(`SELECT * FROM ${table}`)).toEqual([]);
    await submitted();
  });
});
