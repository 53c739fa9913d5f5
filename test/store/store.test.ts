import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import type {
  IdempotencyKey,
  NewSubmission,
  Store,
  Submission,
  SubmitOptions,
  SubmitResult,
} from '../../server/submissions/store.ts';
import { mailDomain, type OpenStore, openOnPostgres, openOnSqlite } from '../helpers/store/openStores.ts';
import { withDebianTool } from '../helpers/tools/withDebianTool.ts';
import { newKey, contactSubmission as submission } from '../helpers/visitor/visitor.ts';

const minute = 60_000;
const hour = 60 * minute;
const withoutToken: SubmitOptions = { token: undefined, required: false };
const key = { key: '5f0c1c9e-0000-4000-8000-000000000001', bodyHash: 'hash' };

let opened: OpenStore;
let store: Store;

function referenceOf(result: SubmitResult): string {
  if (!('reference' in result)) throw new Error(result.outcome);
  return result.reference;
}
async function submitted(changes: Partial<NewSubmission> = {}, idempotency?: IdempotencyKey): Promise<string> {
  return referenceOf(await store.submit({ ...submission, ...changes }, idempotency, withoutToken));
}
/** Claims the oldest due submission. */
async function claimed(lease = minute): Promise<Submission> {
  const [first] = await store.claim(lease);
  if (!first) throw new Error('nothing is due');
  return first;
}
async function found(reference: string): Promise<Submission> {
  const submission = await store.find(reference);
  if (!submission) throw new Error(`${reference} is not there`);
  return submission;
}
function referencesOf(submissions: readonly Submission[]): string[] {
  return submissions.map(({ reference }) => reference);
}
/** A token that no submission has used. */
async function newToken() {
  return { id: newKey(), expiresAt: (await store.now()) + minute };
}
/** Claims with several stores at once until nothing is left; each claim with its references. */
async function claimAll(stores: readonly Store[], maxDigestSize?: number): Promise<string[][]> {
  const claims = await Promise.all(
    stores.map(async (each) => {
      const own: string[][] = [];
      for (;;) {
        const claim = await each.claim(hour, maxDigestSize);
        if (claim.length > 0) own.push(referencesOf(claim));
        else if (((await each.nextDue()) ?? hour) > 0) return own;
      }
    }),
  );
  return claims.flat();
}

/** Declares the tests of what every store does. */
function storeTests(open: () => Promise<OpenStore>): void {
  beforeEach(async () => {
    opened = await open();
    ({ store } = opened);
  });
  afterEach(async () => {
    jest.restoreAllMocks();
    await opened?.close();
  });

  describe('submit', () => {
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
    });

    test('keeps what an order has', async () => {
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

    test('a key without a lifetime lives as long as the submission', async () => {
      const reference = await submitted({}, key);
      await opened.age(365 * 24 * hour);
      expect(await store.replayed(key)).toBe(reference);
      expect(await submitted({}, key)).toBe(reference);
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
      const stores = [store, await opened.openAnother()];
      for (let round = 0; round < 20; round += 1) {
        const token = await newToken();
        const results = await Promise.all(
          [...stores, ...stores].map((each) =>
            each.submit(submission, { ...key, key: token.id, lifetime: hour }, { token, required: true }),
          ),
        );
        expect(results.map(({ outcome }) => outcome).sort()).toEqual(['replayed', 'replayed', 'replayed', 'stored']);
        expect(new Set(results.map(referenceOf)).size).toBe(1);
      }
      expect(await store.list()).toHaveLength(20);
    });

    test('of two bodies with one key, or with one token, that arrive at once, one is stored', async () => {
      const stores = [store, await opened.openAnother()];
      const outcomes = async (submit: (each: Store, index: number) => Promise<SubmitResult>) =>
        (await Promise.all(stores.map(submit))).map(({ outcome }) => outcome).sort();
      for (let round = 0; round < 20; round += 1) {
        const token = await newToken();
        const sameKey = (each: Store, index: number) =>
          each.submit(submission, { key: token.id, bodyHash: String(index) }, withoutToken);
        expect(await outcomes(sameKey)).toEqual(['conflict', 'stored']);
        const sameToken = (each: Store) =>
          each.submit(submission, { ...key, key: newKey() }, { token, required: true });
        expect(await outcomes(sameToken)).toEqual(['stored', 'unverified']);
      }
      expect(await store.list()).toHaveLength(40);
    });
  });

  describe('texts', () => {
    const emoji = '👩‍👩‍👧 \u{1F9FE}';
    const inDetail = `${'é'.repeat(1999)}${'🧾'.repeat(1000)}\n\u2028\u0001\u007f"'\\%_$1`;

    test('are kept as they were sent', async () => {
      const changes = {
        name: emoji,
        company: "x'); DROP TABLE submissions; --",
        message: inDetail,
        email: 'ä@ö.example',
      };
      const reference = await submitted(changes);
      expect(await found(reference)).toMatchObject(changes);
      expect(await store.list()).toMatchObject([changes]);
      expect((await claimed()).message).toBe(inDetail);
    });

    test('may be 16 KiB long', async () => {
      const message = '\u{1F9FE}'.repeat(4096);
      expect((await found(await submitted({ message }))).message).toBe(message);
    });

    test('lose NUL and have a replacement character for each lone surrogate, also the answer of a mail server', async () => {
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

  describe('claim', () => {
    test('leases the oldest due submission until the lease ends', async () => {
      const second = await submitted();
      await store.postponed([await claimed()], 0, 'earlier');
      const first = await submitted();
      await opened.sql(`UPDATE submissions SET next_attempt_at = next_attempt_at - 1000 WHERE reference = '${first}'`);
      const before = await store.now();
      const { nextAttemptAt: leaseEnds } = await claimed(2 * minute);
      const after = await store.now();
      expect(await found(first)).toMatchObject({ attempts: 1, state: 'pending', nextAttemptAt: leaseEnds });
      expect(leaseEnds).toBeGreaterThanOrEqual(before + 2 * minute);
      expect(leaseEnds).toBeLessThanOrEqual(after + 2 * minute);
      expect(await store.claim(minute)).toMatchObject([{ reference: second, attempts: 2 }]);
      const another = await opened.openAnother();
      expect(await store.claim(minute)).toEqual([]);
      expect(await another.claim(minute)).toEqual([]);
      expect(await store.nextDue()).toBeGreaterThan(minute / 2);
      expect(await store.nextDue()).toBeLessThanOrEqual(minute);

      await opened.age(minute);
      expect(await another.claim(hour)).toMatchObject([{ reference: second, attempts: 3 }]);
      expect(await store.claim(hour)).toEqual([]);
      await opened.age(minute);
      expect(await store.claim(hour)).toMatchObject([{ reference: first, attempts: 2 }]);
    });

    test('gives each of 200 submissions to one of four that claim at once', async () => {
      const references = await Promise.all(Array.from({ length: 200 }, () => submitted()));
      const stores = [store, await opened.openAnother(), await opened.openAnother(), await opened.openAnother()];
      const claims = await claimAll(stores);
      expect(claims.flat().sort()).toEqual(references.sort());
      expect(claims).toHaveLength(200);
    });

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
      const others = [await opened.openAnother(), await opened.openAnother(), await opened.openAnother()];
      const references = await Promise.all(Array.from({ length: 100 }, () => submitted({ suspect: true })));
      const claims = await claimAll([store, ...others], 7);
      expect(claims.flat().sort()).toEqual(references.sort());
      expect(Math.max(...claims.map(({ length }) => length))).toBe(7);
      const digests = await Promise.all(claims.map(async ([reference = '']) => (await found(reference)).digest));
      const whole = claims.map((claim) => claim.sort().join()).sort();
      for (let round = 0; round < 5; round += 1) {
        await opened.age(hour);
        const again = await claimAll([store, ...others], 7);
        expect(again.map((claim) => claim.sort().join()).sort()).toEqual(whole);
      }
      expect(new Set(digests.filter((digest) => digest !== '' && digest !== null)).size).toBeGreaterThan(10);
    });

    test('a worker whose lease has ended cannot change what another has claimed', async () => {
      const reference = await submitted();
      const stale = await claimed(0);
      const [fresh] = await (await opened.openAnother()).claim(minute);
      if (!fresh) throw new Error('the lease has not ended');
      await store.failed([stale], 'stale');
      await store.postponed([stale], 0, 'stale');
      await store.split([stale], 'stale');
      expect(await found(reference)).toEqual(fresh);
      await store.failed([fresh], 'fresh');
      expect(await found(reference)).toMatchObject({ state: 'failed', lastError: 'fresh' });
      await store.postponed([fresh], 0, 'too late');
      expect(await found(reference)).toMatchObject({ state: 'failed', lastError: 'fresh' });
    });
  });

  describe('outcome', () => {
    test('a postponed submission is due after the delay', async () => {
      const reference = await submitted();
      await store.postponed([await claimed()], minute, '421 later');
      expect(await store.claim(minute)).toEqual([]);
      expect(await store.nextDue()).toBeGreaterThan(minute / 2);
      expect(await store.nextDue()).toBeLessThanOrEqual(minute);
      expect(await found(reference)).toMatchObject({ lastError: '421 later', state: 'pending', attempts: 1 });
      await opened.age(minute);
      expect(await store.claim(minute)).toMatchObject([{ reference, attempts: 2 }]);
    });

    test('a delivered submission is not due, and keeps no error', async () => {
      const reference = await submitted();
      await store.postponed([await claimed()], 0, '421 later');
      await claimed();
      const before = await store.now();
      expect(await store.delivered([reference])).toEqual([]);
      const { deliveredAt, ...rest } = await found(reference);
      expect(rest).toMatchObject({ state: 'delivered', lastError: null, attempts: 2 });
      expect(deliveredAt).toBeGreaterThanOrEqual(before);
      expect(deliveredAt).toBeLessThanOrEqual(await store.now());
      await opened.age(hour);
      expect(await store.claim(minute)).toEqual([]);
      expect(await store.nextDue()).toBeUndefined();
    });

    test('delivered resolves with those that have been erased meanwhile', async () => {
      const [kept, erased, other] = [await submitted(), await submitted(), await submitted()];
      await opened.sql(`DELETE FROM submissions WHERE reference IN ('${erased}', '${other}')`);
      expect(await store.delivered([erased, kept, other])).toEqual([erased, other]);
      expect((await found(kept)).state).toBe('delivered');
    });

    test('a failed submission is not due until the operator retries it', async () => {
      const reference = await submitted();
      await store.failed([await claimed()], '550 unknown');
      expect(await found(reference)).toMatchObject({ state: 'failed', lastError: '550 unknown' });
      await opened.age(hour);
      expect(await store.nextDue()).toBeUndefined();
      expect(await store.claim(minute)).toEqual([]);

      const before = await store.now();
      expect(await (await opened.openAnother()).retry(reference)).toBe(true);
      const retried = await found(reference);
      expect(retried).toMatchObject({ state: 'pending', attempts: 0, digest: '', nextAttemptAt: retried.retriedAt });
      expect(retried.retriedAt).toBeGreaterThanOrEqual(before);
      expect(await store.claim(minute)).toMatchObject([{ reference, attempts: 1, retriedAt: retried.retriedAt }]);
      expect(await store.retry('00000-00000')).toBe(false);
    });

    test('a delivered submission can be retried too', async () => {
      const reference = await submitted();
      await store.delivered([reference]);
      expect(await store.retry(reference)).toBe(true);
      expect(await store.claim(minute)).toMatchObject([{ reference, deliveredAt: null, state: 'pending' }]);
    });

    test('retryFailed retries those that have failed, and counts them', async () => {
      const [first, second] = [await submitted(), await submitted()];
      await store.failed([await claimed()], 'x');
      await store.failed([await claimed()], 'x');
      const [pending, delivered] = [await submitted(), await submitted()];
      await store.delivered([delivered]);
      const before = await found(pending);
      expect(await store.retryFailed([first, pending, second, delivered, '00000-00000'])).toBe(2);
      expect(await found(pending)).toEqual(before);
      expect((await found(delivered)).state).toBe('delivered');
      expect((await store.status()).counts).toEqual({ pending: 3, delivered: 1, failed: 0 });
      expect(await store.retryFailed([])).toBe(0);
    });

    test('hasDeliveredBefore tells whether a delivery is older than a time', async () => {
      const [old, recent] = [await submitted(), await submitted()];
      const time = (await store.now()) - 1000;
      await store.delivered([old]);
      expect(await store.hasDeliveredBefore(time)).toBe(false);
      await opened.age(minute);
      await store.delivered([recent]);
      expect(await store.hasDeliveredBefore(time)).toBe(true);
      expect(await store.hasDeliveredBefore((await found(old)).deliveredAt ?? 0)).toBe(false);
    });
  });

  describe('confirmations', () => {
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

    test('wait only for a sender whose submission has no flag, and once under one key', async () => {
      const recipient = { confirmationRecipient: 'jo' };
      const unverified = referenceOf(await store.submit(submission, undefined, { ...withoutToken, ...recipient }));
      const suspect = await confirmable('jo', { suspect: true });
      const others = referenceOf(
        await store.submit(submission, undefined, { token: await newToken(), required: true }),
      );
      expect(await store.nextConfirmationDue()).toBeUndefined();
      expect(await store.claimConfirmation(minute)).toBeUndefined();
      for (const reference of [unverified, suspect, others])
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
      const stores = [store, await opened.openAnother(), await opened.openAnother()];
      const claims = await Promise.all(
        Array.from({ length: 12 }, (_, nth) => stores[nth % stores.length]?.claimConfirmation(minute)),
      );
      // One that another held at that moment is left for later.
      for (let last = await store.claimConfirmation(minute); last; last = await store.claimConfirmation(minute))
        claims.push(last);
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
      const due: string[] = [];
      for (let next = await store.claimConfirmation(hour); next; next = await store.claimConfirmation(hour))
        due.push(next.reference);
      expect(due).toContain(nextDay);
    });
  });

  describe('flood', () => {
    const bounds = { period: hour, begin: 3, end: 1 };

    test('begins once and ends once, whichever process looks first', async () => {
      const another = await opened.openAnother();
      for (let count = 0; count < 3; count += 1) await submitted();
      expect(await store.checkFlood(bounds)).toEqual({ isActive: false, hasChanged: false });
      await submitted();
      expect(await another.checkFlood(bounds)).toEqual({ isActive: true, hasChanged: true });
      expect(await store.checkFlood(bounds)).toEqual({ isActive: true, hasChanged: false });
      await opened.age(hour);
      await submitted();
      await submitted();
      expect(await store.checkFlood(bounds)).toEqual({ isActive: true, hasChanged: false });
      await opened.age(hour);
      await submitted();
      expect(await store.checkFlood(bounds)).toEqual({ isActive: false, hasChanged: true });
      expect(await another.checkFlood(bounds)).toEqual({ isActive: false, hasChanged: false });
    });

    test('begins and ends once if several look at once', async () => {
      const stores = [store, await opened.openAnother(), await opened.openAnother()];
      const changes = async () => {
        const states = await Promise.all(stores.map((each) => each.checkFlood(bounds)));
        return states.filter(({ hasChanged }) => hasChanged);
      };
      for (let round = 0; round < 5; round += 1) {
        for (let count = 0; count < 4; count += 1) await submitted();
        expect(await changes()).toEqual([{ isActive: true, hasChanged: true }]);
        await opened.age(hour);
        expect(await changes()).toEqual([{ isActive: false, hasChanged: true }]);
      }
    });
  });

  describe('list and status', () => {
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
      for (const limit of [1, 2, 4, 9, 10]) {
        const pages: Submission[] = [];
        for (;;) {
          const page = await store.list({}, { limit, after: pages.at(-1) });
          pages.push(...page);
          if (page.length < limit) break;
        }
        expect(referencesOf(pages)).toEqual(referencesOf(all));
      }
      const [first] = await store.list({}, { limit: 1 });
      await submitted();
      expect(referencesOf(await store.list({}, { limit: 3, after: first }))).toEqual(referencesOf(all.slice(1, 4)));
      expect(await store.list({ state: 'failed' }, { limit: 2 })).toHaveLength(2);
    });

    test('a filter keeps those that fit all its conditions', async () => {
      const all = await fill();
      const since = all[4]?.receivedAt ?? 0;
      const before = all[1]?.receivedAt ?? 0;
      const filters: readonly (readonly [Parameters<Store['list']>[0], (each: Submission) => boolean])[] = [
        [{ state: 'failed' }, ({ state }) => state === 'failed'],
        [{ kind: 'order' }, ({ kind }) => kind === 'order'],
        [{ kind: 'contact' }, ({ kind }) => kind === 'contact'],
        [{ planId: 'CXN3' }, ({ planId }) => planId === 'CXN3'],
        [{ planId: 'cxn3' }, () => false],
        [{ since }, ({ receivedAt }) => receivedAt >= since],
        [{ before }, ({ receivedAt }) => receivedAt < before],
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

    test('the status of an empty store', async () => {
      expect(await store.status()).toEqual({
        counts: { pending: 0, delivered: 0, failed: 0 },
        oldestPendingAt: null,
        oldestPendingAge: 0,
        lastError: null,
        lastDeliveredAt: null,
      });
    });

    test('the status counts the states, and has the oldest, the last error and the last delivery', async () => {
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
  });

  test('those that open the store at once get the same secret of 32 bytes', async () => {
    const stores = [store, await opened.openAnother(), await opened.openAnother()];
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
    await Promise.all([store.probe(), another.probe(), store.probe()]);
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
}

describe('a store on SQLite', () => {
  storeTests(openOnSqlite);
});

withDebianTool('postgres', () => {
  storeTests(openOnPostgres);

  test.each([-10, 10])('works the same in a process whose clock differs by %i minutes', async (minutes) => {
    const realNow = Date.now;
    jest.spyOn(Date, 'now').mockImplementation(() => realNow() + minutes * minute);
    const token = { id: newKey(), expiresAt: realNow() + minute };
    const reference = referenceOf(
      await store.submit(submission, { ...key, lifetime: 5 * minute }, { token, required: true }),
    );
    const { receivedAt } = await found(reference);
    expect(Math.abs(receivedAt - realNow())).toBeLessThan(minute);
    expect(Math.abs((await store.now()) - realNow())).toBeLessThan(minute);
    expect(await store.replayed(key)).toBe(reference);
    expect(await store.nextDue()).toBeLessThanOrEqual(0);
    expect((await store.status()).oldestPendingAge).toBeLessThan(minute);
    const claim = await claimed(5 * minute);
    expect(Math.abs(claim.nextAttemptAt - realNow() - 5 * minute)).toBeLessThan(minute);
    expect(await store.claim(minute)).toEqual([]);
    expect(await store.checkFlood({ period: minute, begin: 0, end: 0 })).toMatchObject({ isActive: true });
    await store.postponed([claim], minute, 'x');
    expect(await store.claim(minute)).toEqual([]);
    expect(await store.retry(reference)).toBe(true);
    expect(await store.claim(minute)).toMatchObject([{ reference }]);
    await store.delivered([reference]);
    expect(Math.abs(((await found(reference)).deliveredAt ?? 0) - realNow())).toBeLessThan(minute);
  });
});
