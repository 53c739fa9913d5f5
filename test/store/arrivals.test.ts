import { describe, expect, test } from '@jest/globals';
import type { ArrivalStatus, FoundCopy, MailboxFault } from '../../server/outbox/mailbox.ts';
import type { Outcome } from '../../server/outbox/mails.ts';
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
  submitted,
} from '../helpers/store/eachStore.ts';

const day = 24 * hour;
const wellLooked = { hasLooked: true, fault: null };
const unknown = { messageId: '<never-sent@cirrux.example>', bouncedAt: 1, error: 'x' };

onEachStore(() => {
  /** Submits, and sends the mail about it. */
  async function sent(outcome: Outcome = { state: 'sent' }): Promise<string> {
    const reference = await submitted();
    await store.mails.record(await claimed(), outcome);
    return reference;
  }
  async function allAwaited(): Promise<string[]> {
    return [...(await store.mailbox.awaitedMails()).messageIds];
  }
  /** The Message-ID of the one mail that was not found. */
  async function awaited(): Promise<string> {
    const [messageId, ...more] = await allAwaited();
    if (!messageId || more.length > 0) throw new Error(`${more.length + 1} are awaited`);
    return messageId;
  }
  async function look(found: { readonly hasLooked: boolean; readonly fault: MailboxFault | null }): Promise<void> {
    expect(await store.mailbox.lease('here', day)).toBe(true);
    await store.mailbox.recordLook('here', found);
  }
  async function copyOf(messageId: string, changes: Partial<FoundCopy> = {}) {
    return { messageId, arrivedAt: await store.maintenance.now(), folder: 'INBOX', ...changes } as const;
  }
  async function arrive(changes: Partial<FoundCopy> = {}) {
    return store.mailbox.recordArrival(await copyOf(await awaited(), changes));
  }
  async function bounce(changes: Partial<Parameters<typeof store.mailbox.recordBounce>[0]> = {}) {
    const [messageId = ''] = await allAwaited();
    return store.mailbox.recordBounce({
      messageId,
      bouncedAt: await store.maintenance.now(),
      error: '5.1.1 no such mailbox',
      ...changes,
    });
  }
  async function missing(): Promise<ArrivalStatus['missing']> {
    return (await store.mailbox.status()).missing;
  }

  describe('the lease of the mailbox', () => {
    test('one process has it, renews it, and gives it away; one that is over is taken', async () => {
      const [other] = (await others(1)) as [typeof store];
      expect(await store.mailbox.lease('here', hour)).toBe(true);
      await opened.age(50 * minute);
      expect(await store.mailbox.lease('here', hour)).toBe(true);
      await opened.age(50 * minute);
      expect(await other.mailbox.lease('there', hour)).toBe(false);
      await opened.age(11 * minute);
      expect(await other.mailbox.lease('there', hour)).toBe(true);
      expect(await store.mailbox.lease('here', hour)).toBe(false);
      // Who has lost it changes nothing.
      await store.mailbox.recordLook('here', wellLooked);
      expect((await store.mailbox.status()).lookedAt).toBeNull();
      await other.mailbox.release('there');
      expect(await store.mailbox.lease('here', hour)).toBe(true);
    });

    test('a fault lasts from its beginning until a look without one, or until the lease is given away', async () => {
      await look({ hasLooked: false, fault: 'login' });
      await opened.age(10 * minute);
      await look({ hasLooked: false, fault: 'connection' });
      const status = await store.mailbox.status();
      expect(status.fault).toBe('connection');
      expect(status.faultAge).toBeGreaterThanOrEqual(10 * minute);
      await look(wellLooked);
      expect(await store.mailbox.status()).toMatchObject({ fault: null, faultAge: 0 });
      await look({ hasLooked: true, fault: 'folder' });
      await store.mailbox.release('here');
      expect(await store.mailbox.status()).toMatchObject({ fault: null, faultAge: 0 });
    });
  });

  test("the operator's mails that were sent in the last seven days and not found are awaited", async () => {
    const older = await found(await sent());
    await opened.age(minute);
    const newer = await found(await sent({ state: 'sent', reason: '554 spam' }));
    await sent({ state: 'failed', reason: '550 no' });
    await confirmable('jo@visitor.example');
    await store.mails.record(await claimed({ kind: 'confirmation' }), { state: 'sent' });
    await claimed();
    expect(await allAwaited()).toEqual([newer.messageId, older.messageId]);
    await store.mailbox.recordArrival(await copyOf(older.messageId));
    expect(await allAwaited()).toEqual([newer.messageId]);
    await opened.age(7 * day);
    expect(await allAwaited()).toEqual([]);
  });

  test('an arrival is news once, is listed and shown, and a retry forgets it', async () => {
    const reference = await sent();
    const messageId = await awaited();
    const { deliveredAt } = await found(reference);
    const seen = { folder: 'Junk' } as const;
    const news = { messageId, kind: 'notice', reference };
    await opened.age(minute);
    const sentAt = (deliveredAt ?? 0) - minute;
    const arrivedAt = sentAt + 3000;
    expect(await arrive({ ...seen, arrivedAt })).toEqual({ ...news, folder: 'Junk', milliseconds: 3000 });
    expect(await store.mailbox.recordArrival(await copyOf(messageId))).toBeUndefined();
    const arrival = { ...seen, arrivedAt };
    expect(await found(reference)).toMatchObject({ state: 'delivered', deliveredAt: sentAt, ...arrival });
    expect(await store.mails.of(reference)).toEqual([expect.objectContaining(arrival)]);
    expect((await store.submissions.list())[0]).toMatchObject(arrival);

    await store.mails.retry([reference]);
    const forgotten = { arrivedAt: null, folder: null };
    expect(await found(reference)).toMatchObject({ state: 'pending', ...forgotten });
    expect(await store.mailbox.recordArrival(await copyOf(messageId))).toBeUndefined();
    await store.mails.record(await claimed(), { state: 'sent' });
    expect(await arrive()).toMatchObject({ ...news, folder: 'INBOX' });
  });

  test('a bounce makes a mail failed with its words, once; a retry sends it, and the old bounce is no news', async () => {
    const reference = await sent();
    const messageId = await awaited();
    const bouncedAt = await store.maintenance.now();
    expect(await store.mailbox.recordBounce(unknown)).toBeUndefined();
    const given = { messageId, bouncedAt, error: '5.1.1 \u0000no' };
    expect(await store.mailbox.recordBounce(given)).toEqual({ messageId, kind: 'notice', reference });
    expect(await store.mailbox.recordBounce(given)).toBeUndefined();
    expect(await found(reference)).toMatchObject({
      state: 'failed',
      lastError: expect.stringMatching(/^5\.1\.1 .*no$/),
    });
    expect((await store.statistics.status()).counts).toEqual({ pending: 0, delivered: 0, failed: 1 });

    // A second one of the same sending.
    const second = { ...given, bouncedAt: bouncedAt + 1 };
    expect(await store.mailbox.recordBounce(second)).toBeUndefined();
    expect(await store.mails.retry([reference], 'failed')).toBe(1);
    await store.mails.record(await claimed(), { state: 'sent' });
    for (const old of [given, second]) expect(await store.mailbox.recordBounce(old)).toBeUndefined();
    expect(await found(reference)).toMatchObject({ state: 'delivered', lastError: null });
    expect(await store.mailbox.recordBounce({ ...given, bouncedAt: bouncedAt + 2 })).toBeDefined();
  });

  test('a mail that has arrived cannot bounce, and one that bounced and arrives is sent, without an error', async () => {
    const reference = await sent();
    const messageId = await awaited();
    await bounce();
    expect(await awaited()).toBe(messageId);
    expect(await arrive()).toBeDefined();
    expect(await found(reference)).toMatchObject({ state: 'delivered', folder: 'INBOX', lastError: null });
    expect(await bounce({ messageId, bouncedAt: (await store.maintenance.now()) + minute })).toBeUndefined();
    expect((await found(reference)).state).toBe('delivered');
  });

  test('a bounce of a confirmation is told as one, and leaves the mail to the operator as it is', async () => {
    const reference = await confirmable('jo@visitor.example');
    await store.mails.record(await claimed(), { state: 'sent' });
    const confirmation = await claimed({ kind: 'confirmation' });
    const { messageId } = confirmation;
    await store.mails.record(confirmation, { state: 'sent' });
    expect(await bounce({ messageId })).toEqual({ messageId, kind: 'confirmation', reference });
    expect(await found(reference)).toMatchObject({ state: 'delivered', lastError: null });
    expect(await store.mails.of(reference)).toContainEqual(expect.objectContaining({ messageId, state: 'failed' }));
    expect((await store.statistics.status()).counts.failed).toBe(0);
  });

  test('missing is what was sent 15 minutes before the last look, and not before the first one', async () => {
    await sent();
    await opened.age(10 * minute);
    const watched = await sent();
    await opened.age(10 * minute);
    expect(await missing()).toEqual({ amount: 0, references: [] });
    // The first of the two may have been moved before anybody looked.
    await look(wellLooked);
    await opened.age(10 * minute);
    const found = await sent();
    const late = await sent();
    // Nobody has looked since.
    await opened.age(16 * minute);
    expect(await missing()).toEqual({ amount: 0, references: [] });
    await look({ hasLooked: false, fault: 'connection' });
    expect(await missing()).toEqual({ amount: 0, references: [] });
    const [arrived = ''] = (await allAwaited()).filter((id) => id.includes(found.toLowerCase()));
    expect(await store.mailbox.recordArrival(await copyOf(arrived))).toBeDefined();
    await look(wellLooked);
    expect(await missing()).toEqual({ amount: 2, references: [late, watched] });
    const listed = await store.submissions.list({ notArrived: true });
    expect(referencesOf(listed)).toEqual([late, watched]);
    expect(await store.submissions.list({ notArrived: true }, { limit: 1, after: listed[0] })).toEqual(listed.slice(1));
    expect(await store.submissions.list({ notArrived: true, state: 'failed' })).toEqual([]);
  });

  test('a mail that is looked for in vain for seven days is missing no more; one that bounced is failed, not missing', async () => {
    await look(wellLooked);
    await sent();
    await bounce();
    const lost = await sent();
    await opened.age(day - minute);
    await look(wellLooked);
    expect(await missing()).toEqual({ amount: 1, references: [lost] });
    for (let days = 1; days < 8; days += 1) {
      await opened.age(day - minute);
      await look(wellLooked);
    }
    expect(await missing()).toEqual({ amount: 0, references: [] });
  });

  test('for a day the status has what arrived in Junk', async () => {
    const [unseen, junk, inbox] = [await sent(), await sent(), await sent()];
    for (const messageId of await allAwaited())
      if (!messageId.includes(unseen.toLowerCase()))
        await store.mailbox.recordArrival(
          await copyOf(messageId, { folder: messageId.includes(junk.toLowerCase()) ? 'Junk' : 'INBOX' }),
        );
    expect((await store.mailbox.status()).inJunk).toEqual({ amount: 1, references: [junk] });
    expect([(await found(unseen)).folder, (await found(inbox)).folder]).toEqual([null, 'INBOX']);
    await opened.age(day);
    expect((await store.mailbox.status()).inJunk).toEqual({ amount: 0, references: [] });
  });
});
