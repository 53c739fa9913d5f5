import { describe, expect, test } from '@jest/globals';
import type { ArrivalStatus, FoundCopy, MailboxFault } from '../../server/outbox/mailbox.ts';
import type { NextState } from '../../server/outbox/mails.ts';
import {
  claimed,
  confirmable,
  found,
  hour,
  minute,
  onEachStore,
  opened,
  others,
  referencesOf,
  store,
} from '../helpers/store/eachStore.ts';
import { addSent } from '../helpers/store/submissions.ts';

const day = 24 * hour;

onEachStore(() => {
  const sent = (nextState?: NextState) => addSent(store, nextState);
  async function awaited(): Promise<readonly string[]> {
    return (await store.mailbox.awaitedMails()).mails.map(({ messageId }) => messageId);
  }
  async function look(fault: MailboxFault | null = null): Promise<void> {
    expect(await store.mailbox.lease('here', day)).toBe(true);
    await store.mailbox.recordLook('here', fault);
  }
  async function arrive(reference: string, changes: Partial<FoundCopy> = {}) {
    const { messageId } = await found(reference);
    const arrivedAt = await store.maintenance.now();
    return store.mailbox.recordArrival({ messageId, arrivedAt, folder: 'INBOX', ...changes });
  }
  async function bounce(reference: string, changes: { readonly bouncedAt?: number; readonly error?: string } = {}) {
    const { messageId } = await found(reference);
    const now = { bouncedAt: await store.maintenance.now(), error: '5.1.1 no such mailbox' };
    return store.mailbox.recordBounce({ messageIds: ['<jo@visitor.example>', messageId], ...now, ...changes });
  }
  async function missing(): Promise<ArrivalStatus['missing']> {
    return (await store.mailbox.status()).missing;
  }

  describe('the lease of the mailbox', () => {
    test('belongs to one process, can be renewed and released, and can be taken by another process when it has ended', async () => {
      const [other] = (await others(1)) as [typeof store];
      expect(await store.mailbox.lease('here', hour)).toBe(true);
      await opened.age(50 * minute);
      expect(await store.mailbox.lease('here', hour)).toBe(true);
      await opened.age(50 * minute);
      expect(await other.mailbox.lease('there', hour)).toBe(false);
      await opened.age(11 * minute);
      expect(await other.mailbox.lease('there', hour)).toBe(true);
      await store.mailbox.release('here');
      expect(await store.mailbox.lease('here', hour)).toBe(false);
      // The process `here` has lost the lease, so what it records of its look changes nothing.
      await store.mailbox.recordLook('here', null);
      expect((await store.mailbox.status()).lookedAt).toBeNull();
      await other.mailbox.release('there');
      expect(await store.mailbox.lease('here', hour)).toBe(true);
    });

    test('a mailbox fault lasts from its beginning until a look without a fault, also while nobody looks', async () => {
      await look('login');
      await opened.age(10 * minute);
      await look('connection');
      const status = await store.mailbox.status();
      expect(status.fault).toBe('connection');
      expect(status.faultAge).toBeGreaterThanOrEqual(10 * minute);
      await look();
      expect(await store.mailbox.status()).toMatchObject({ fault: null, faultAge: 0 });
      await look('folder');
      await store.mailbox.release('here');
      await opened.age(minute);
      const { fault, faultAge } = await store.mailbox.status();
      expect([fault, faultAge >= minute]).toEqual(['folder', true]);
    });
  });

  test("the operator's mails that were sent in the last seven days and not found are awaited, the latest first", async () => {
    const older = await sent();
    await opened.age(minute);
    const newer = await sent({ state: 'sent', reason: '554 spam' });
    await sent({ state: 'failed', reason: '550 no' });
    await confirmable('jo');
    await store.mails.record(await claimed({ kind: 'confirmation' }), { state: 'sent' });
    await claimed();
    const idOf = async (reference: string) => (await found(reference)).messageId;
    expect(await awaited()).toEqual([await idOf(newer), await idOf(older)]);
    await arrive(older);
    expect(await awaited()).toEqual([await idOf(newer)]);
    await opened.age(7 * day);
    expect(await awaited()).toEqual([]);
  });

  test('an arrival is reported once and is listed and shown, and a retry forgets it', async () => {
    const reference = await sent();
    const { messageId, deliveredAt } = await found(reference);
    const news = { messageId, kind: 'notice', reference };
    await opened.age(minute);
    const sentAt = (deliveredAt ?? 0) - minute;
    const arrival = { folder: 'Junk', arrivedAt: sentAt + 3000 } as const;
    expect(await arrive(reference, arrival)).toEqual({ ...news, folder: 'Junk', milliseconds: 3000 });
    expect(await arrive(reference)).toBeUndefined();
    expect(await found(reference)).toMatchObject({ state: 'delivered', deliveredAt: sentAt, ...arrival });
    expect(await store.mails.listAbout(reference)).toEqual([expect.objectContaining(arrival)]);
    expect((await store.submissions.list())[0]).toMatchObject(arrival);

    await store.mails.retry([reference]);
    expect(await found(reference)).toMatchObject({ state: 'pending', arrivedAt: null, folder: null });
    expect(await arrive(reference)).toBeUndefined();
    await store.mails.record(await claimed(), { state: 'sent' });
    // The copy of the first mail does not count for the second.
    expect(await arrive(reference, { messageId })).toBeUndefined();
    expect(await arrive(reference)).toMatchObject({ kind: 'notice', reference, folder: 'INBOX' });
  });

  test("a bounce makes a mail failed once, with the bounce's words, and after a retry the old bounce is ignored", async () => {
    const reference = await sent();
    const { messageId } = await found(reference);
    const first = { bouncedAt: await store.maintenance.now(), error: '5.1.1 \u0000no' };
    expect(await store.mailbox.recordBounce({ messageIds: ['<never-sent@cirrux.example>'], ...first })).toBeUndefined();
    expect(await bounce(reference, first)).toEqual({ messageId, kind: 'notice', reference });
    expect(await bounce(reference, first)).toBeUndefined();
    const lastError = expect.stringMatching(/^5\.1\.1 .*no$/);
    expect(await found(reference)).toMatchObject({ state: 'failed', lastError });
    expect((await store.statistics.status()).counts).toEqual({ pending: 0, delivered: 0, failed: 1 });

    const secondOfOneSending = { bouncedAt: first.bouncedAt + 1 };
    expect(await bounce(reference, secondOfOneSending)).toBeUndefined();
    expect(await store.mails.retry([reference], 'failed')).toBe(1);
    await store.mails.record(await claimed(), { state: 'sent' });
    expect(await store.mailbox.recordBounce({ messageIds: [messageId], ...first })).toBeUndefined();
    expect(await found(reference)).toMatchObject({ state: 'delivered', lastError: null });
    // The mail server's clock may say that the second mail came back before the first.
    expect(await bounce(reference, first)).toBeDefined();
  });

  test('an arrived mail cannot bounce, and a bounced mail that arrives becomes sent, without an error', async () => {
    const reference = await sent();
    await bounce(reference);
    expect(await arrive(reference)).toBeDefined();
    expect(await bounce(reference, { bouncedAt: (await store.maintenance.now()) + minute })).toBeUndefined();
    expect(await found(reference)).toMatchObject({ state: 'delivered', folder: 'INBOX', lastError: null });
  });

  test('the bounce of a confirmation is reported as such, and does not change the notification to the operator', async () => {
    const reference = await confirmable('jo');
    await store.mails.record(await claimed(), { state: 'sent' });
    const confirmation = await claimed({ kind: 'confirmation' });
    const { messageId } = confirmation;
    await store.mails.record(confirmation, { state: 'sent' });
    const news = { messageIds: [messageId], bouncedAt: Date.now(), error: '5.1.1 no mailbox' };
    expect(await store.mailbox.recordBounce(news)).toEqual({ messageId, kind: 'confirmation', reference });
    expect(await found(reference)).toMatchObject({ state: 'delivered', lastError: null });
    const bounced = expect.objectContaining({ messageId, state: 'failed' });
    expect(await store.mails.listAbout(reference)).toContainEqual(bounced);
    expect((await store.statistics.status()).counts.failed).toBe(0);
  });

  test('mails sent 15 minutes before the last look are missing, but not mails sent before the first look', async () => {
    await sent();
    await opened.age(10 * minute);
    const watched = await sent();
    await opened.age(10 * minute);
    expect(await missing()).toEqual({ amount: 0, references: [] });
    // The mail of 20 minutes ago does not count as missing: somebody may have moved it before this first look.
    await look();
    await opened.age(10 * minute);
    const arrived = await sent();
    const unseen = await sent();
    // The next look fails. So nobody knows whether the new mails have arrived, and they do not count as missing.
    await opened.age(16 * minute);
    await look('connection');
    expect(await missing()).toEqual({ amount: 0, references: [] });
    expect(await arrive(arrived)).toBeDefined();
    await look();
    expect(await missing()).toEqual({ amount: 2, references: [unseen, watched] });
    expect(referencesOf(await store.submissions.list({ notArrived: true }))).toEqual([unseen, watched]);
  });

  test('a mail not found for seven days is no longer missing, and a bounced mail is failed and not missing', async () => {
    await look();
    await bounce(await sent());
    const lost = await sent();
    await opened.age(day - minute);
    await look();
    expect(await missing()).toEqual({ amount: 1, references: [lost] });
    for (let days = 1; days < 8; days += 1) {
      await opened.age(day - minute);
      await look();
    }
    expect(await missing()).toEqual({ amount: 0, references: [] });
  });

  test('the status shows mails that arrived in Junk for a day', async () => {
    const [, junk, inbox] = [await sent(), await sent(), await sent()];
    await arrive(junk, { folder: 'Junk' });
    await arrive(inbox);
    expect((await store.mailbox.status()).inJunk).toEqual({ amount: 1, references: [junk] });
    await opened.age(day);
    expect((await store.mailbox.status()).inJunk).toEqual({ amount: 0, references: [] });
  });
});
