import { describe, expect, test } from '@jest/globals';
import type { ArrivalStatus, FoundCopy, MailboxFault, Outcome } from '../../server/outbox/store.ts';
import {
  claimed,
  confirmable,
  flagged,
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
    await store.record(await claimed(), outcome);
    return reference;
  }
  async function allAwaited(): Promise<string[]> {
    return (await store.awaitedMails()).mails.map(({ messageId }) => messageId);
  }
  /** The Message-ID of the one mail that was not found. */
  async function awaited(): Promise<string> {
    const [messageId, ...more] = await allAwaited();
    if (!messageId || more.length > 0) throw new Error(`${more.length + 1} are awaited`);
    return messageId;
  }
  async function look(found: { readonly hasLooked: boolean; readonly fault: MailboxFault | null }): Promise<void> {
    expect(await store.leaseMailbox('here', day)).toBe(true);
    await store.recordLook('here', found);
  }
  async function copyOf(messageId: string, changes: Partial<FoundCopy> = {}) {
    const checks = { spf: 'pass', dkim: 'pass', dmarc: 'pass' } as const;
    return { messageId, arrivedAt: await store.now(), folder: 'INBOX', ...checks, ...changes } as const;
  }
  async function arrive(changes: Partial<FoundCopy> = {}) {
    return store.recordArrival(await copyOf(await awaited(), changes));
  }
  async function bounce(changes: Partial<Parameters<typeof store.recordBounce>[0]> = {}) {
    const [messageId = ''] = await allAwaited();
    return store.recordBounce({ messageId, bouncedAt: await store.now(), error: '5.1.1 no such mailbox', ...changes });
  }
  async function missing(): Promise<ArrivalStatus['missing']> {
    return (await store.arrivalStatus()).missing;
  }

  describe('the lease of the mailbox', () => {
    test('one process has it, renews it, and gives it away; one that is over is taken', async () => {
      const [other] = (await others(1)) as [typeof store];
      expect(await store.leaseMailbox('here', hour)).toBe(true);
      expect(await other.leaseMailbox('there', hour)).toBe(false);
      await opened.age(50 * minute);
      expect(await store.leaseMailbox('here', hour)).toBe(true);
      await opened.age(50 * minute);
      expect(await other.leaseMailbox('there', hour)).toBe(false);
      await opened.age(11 * minute);
      expect(await other.leaseMailbox('there', hour)).toBe(true);
      expect(await store.leaseMailbox('here', hour)).toBe(false);
      await store.releaseMailbox('here');
      expect(await store.leaseMailbox('here', hour)).toBe(false);
      // Who has lost it changes nothing.
      await store.recordLook('here', wellLooked);
      expect((await store.arrivalStatus()).lookedAt).toBeNull();
      await other.releaseMailbox('there');
      expect(await store.leaseMailbox('here', hour)).toBe(true);
    });

    test('one from a clock that was ahead is taken', async () => {
      await store.leaseMailbox('here', hour);
      await opened.age(-2 * hour);
      expect(await store.leaseMailbox('there', hour)).toBe(true);
    });

    test('a fault lasts from its beginning until a look without one, or until the lease is given away', async () => {
      await look(wellLooked);
      await look({ hasLooked: false, fault: 'login' });
      await opened.age(10 * minute);
      await look({ hasLooked: false, fault: 'connection' });
      const status = await store.arrivalStatus();
      expect(status.fault).toBe('connection');
      expect(status.faultAge).toBeGreaterThanOrEqual(10 * minute);
      expect(status.lookedAt).toBeLessThanOrEqual((await store.now()) - 10 * minute);

      await look(wellLooked);
      expect(await store.arrivalStatus()).toMatchObject({ fault: null, faultAge: 0 });
      await look({ hasLooked: true, fault: 'folder' });
      expect(await store.arrivalStatus()).toMatchObject({ fault: 'folder' });
      await store.releaseMailbox('here');
      expect(await store.arrivalStatus()).toMatchObject({ fault: null, faultAge: 0 });
    });
  });

  test("the operator's mails that were sent in the last seven days and not found are awaited", async () => {
    await sent();
    await opened.age(7 * day);
    expect((await store.awaitedMails()).mails).toEqual([]);
    await look(wellLooked);
    const older = await found(await sent());
    await opened.age(minute);
    const newer = await found(await sent({ state: 'sent', error: '554 spam' }));
    await sent({ state: 'failed', error: '550 no' });
    await confirmable('jo@visitor.example');
    await store.record(await claimed({ of: 'sender' }), { state: 'sent' });
    await claimed();
    const both = [
      { messageId: newer.messageId, hasTwin: true },
      { messageId: older.messageId, hasTwin: false },
    ];
    const { mails, age } = await store.awaitedMails();
    expect(mails).toEqual(both);
    // The last look was before the older was sent.
    const lookedAt = (await store.arrivalStatus()).lookedAt ?? 0;
    expect(Math.abs((await store.now()) - age - lookedAt)).toBeLessThan(minute / 2);
    await look(wellLooked);
    expect((await store.awaitedMails()).age).toBeGreaterThanOrEqual(minute);
    await store.recordArrival(await copyOf(older.messageId ?? ''));
    expect((await store.awaitedMails()).mails).toEqual(both.slice(0, 1));
    await opened.age(8 * day);
    expect((await store.awaitedMails()).age).toBe(7 * day);
  });

  test('an arrival is news once, is listed and shown, and a retry forgets it', async () => {
    const reference = await sent();
    const messageId = await awaited();
    const { deliveredAt } = await found(reference);
    const seen = { folder: 'Junk', spf: 'fail', dkim: 'none', dmarc: 'pass' } as const;
    const news = { messageId, kind: 'notice', references: [reference] };
    await opened.age(minute);
    const sentAt = (deliveredAt ?? 0) - minute;
    const arrivedAt = sentAt + 3000;
    expect(await arrive({ ...seen, arrivedAt })).toEqual({ ...news, folder: 'Junk', milliseconds: 3000 });
    expect(await store.recordArrival(await copyOf(messageId))).toBeUndefined();
    const arrival = { ...seen, arrivedAt };
    expect(await found(reference)).toMatchObject({ state: 'delivered', deliveredAt: sentAt, ...arrival });
    expect(await store.mailsOf(reference)).toEqual([expect.objectContaining(arrival)]);
    expect((await store.list())[0]).toMatchObject(arrival);

    await store.retry([reference]);
    const forgotten = { arrivedAt: null, folder: null, spf: null, dkim: null, dmarc: null };
    expect(await found(reference)).toMatchObject({ state: 'pending', ...forgotten });
    expect(await store.recordArrival(await copyOf(messageId))).toBeUndefined();
    await store.record(await claimed(), { state: 'sent' });
    // The copy of the first sending still lies there.
    expect(await arrive({ ...seen, arrivedAt })).toBeUndefined();
    const unchecked = { spf: null, dkim: null, dmarc: null };
    expect(await arrive(unchecked)).toMatchObject({ ...news, folder: 'INBOX' });
    expect(await found(reference)).toMatchObject({ folder: 'INBOX', ...unchecked });
  });

  test('of a mail server with another clock, a mail arrives neither before it was sent nor in the future', async () => {
    await sent();
    expect(await arrive({ arrivedAt: 1 })).toMatchObject({ milliseconds: 0 });
    await sent();
    const { milliseconds } = (await arrive({ arrivedAt: (await store.now()) + day })) ?? { milliseconds: -1 };
    expect(milliseconds).toBeGreaterThanOrEqual(0);
    expect(milliseconds).toBeLessThan(hour);
  });

  test('a bounce makes a mail failed with its words, once; a retry sends it, and the old bounce is no news', async () => {
    const reference = await sent();
    const messageId = await awaited();
    const bouncedAt = await store.now();
    expect(await store.recordBounce(unknown)).toBeUndefined();
    const given = { messageId, bouncedAt, error: '5.1.1 \u0000no' };
    expect(await store.recordBounce(given)).toEqual({ messageId, kind: 'notice', references: [reference] });
    expect(await store.recordBounce(given)).toBeUndefined();
    expect(await found(reference)).toMatchObject({
      state: 'failed',
      lastError: expect.stringMatching(/^5\.1\.1 .*no$/),
    });
    expect((await store.status()).counts).toEqual({ pending: 0, delivered: 0, failed: 1 });

    // A second one of the same sending.
    const second = { ...given, bouncedAt: bouncedAt + 1 };
    expect(await store.recordBounce(second)).toBeUndefined();
    expect(await store.retry([reference], 'failed')).toBe(1);
    await store.record(await claimed(), { state: 'sent' });
    for (const old of [given, second]) expect(await store.recordBounce(old)).toBeUndefined();
    expect(await found(reference)).toMatchObject({ state: 'delivered', lastError: null });
    expect(await store.recordBounce({ ...given, bouncedAt: bouncedAt + 2 })).toBeDefined();
  });

  test('a mail that has arrived cannot bounce, and one that bounced and arrives is sent, without an error', async () => {
    const reference = await sent();
    const messageId = await awaited();
    await bounce();
    expect(await awaited()).toBe(messageId);
    expect(await arrive()).toBeDefined();
    expect(await found(reference)).toMatchObject({ state: 'delivered', folder: 'INBOX', lastError: null });
    expect(await bounce({ messageId, bouncedAt: (await store.now()) + minute })).toBeUndefined();
    expect((await found(reference)).state).toBe('delivered');
  });

  test('a bounce of a mail that is not looked for any more changes nothing', async () => {
    const reference = await sent();
    const messageId = await awaited();
    await opened.age(7 * day);
    expect(await bounce({ messageId })).toBeUndefined();
    expect((await found(reference)).state).toBe('delivered');
  });

  test('a bounce of a confirmation is told as one, and leaves the mail to the operator as it is', async () => {
    const reference = await confirmable('jo@visitor.example');
    await store.record(await claimed(), { state: 'sent' });
    const confirmation = await claimed({ of: 'sender' });
    const { messageId } = confirmation;
    await store.record(confirmation, { state: 'sent' });
    expect(await bounce({ messageId })).toEqual({ messageId, kind: 'confirmation', references: [reference] });
    expect(await found(reference)).toMatchObject({ state: 'delivered', lastError: null });
    expect(await store.mailsOf(reference)).toContainEqual(expect.objectContaining({ messageId, state: 'failed' }));
    expect((await store.status()).counts.failed).toBe(0);
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
    expect(await store.recordArrival(await copyOf(arrived))).toBeDefined();
    await look(wellLooked);
    expect(await missing()).toEqual({ amount: 2, references: [late, watched] });
    const listed = await store.list({ notArrived: true });
    expect(referencesOf(listed)).toEqual([late, watched]);
    expect(await store.list({ notArrived: true }, { limit: 1, after: listed[0] })).toEqual(listed.slice(1));
    expect(await store.list({ notArrived: true, state: 'failed' })).toEqual([]);

    await store.retry([late]);
    expect(await missing()).toEqual({ amount: 1, references: [watched] });
    await opened.age(7 * day);
    expect(await missing()).toEqual({ amount: 1, references: [watched] });
    // After a day without a look it may have been moved.
    await look(wellLooked);
    expect(await missing()).toEqual({ amount: 0, references: [] });
    expect(await store.list({ notArrived: true })).toEqual([]);
  });

  test('a mail that is missing stays so after a day without a look; one that was sent meanwhile may have been moved', async () => {
    // This one may have been moved before anybody looked.
    await sent();
    await opened.age(hour);
    await look(wellLooked);
    const known = await sent();
    await opened.age(16 * minute);
    await look(wellLooked);
    await opened.age(hour);
    await sent();
    await opened.age(day);
    await look(wellLooked);
    const later = await sent();
    await opened.age(16 * minute);
    await look(wellLooked);
    expect(await missing()).toEqual({ amount: 2, references: [later, known] });
  });

  test('of a mail that is looked for in vain for seven days it is known no more; one that bounced is failed, not missing', async () => {
    await look(wellLooked);
    await sent();
    await bounce();
    const lost = await sent();
    for (let hours = 0; hours < 7 * 24; hours += 12) {
      await opened.age(12 * hour - minute);
      await look(wellLooked);
      expect(await missing()).toEqual({ amount: 1, references: [lost] });
    }
    await opened.age(12 * hour);
    await look(wellLooked);
    expect(await missing()).toEqual({ amount: 0, references: [] });
  });

  test('the status counts submissions and names the first ten, of digests all', async () => {
    await look(wellLooked);
    for (let count = 0; count < 11; count += 1) await flagged(0);
    await store.formMails(true);
    await store.record(await claimed(), { state: 'sent' });
    await opened.age(16 * minute);
    await look(wellLooked);
    const all = referencesOf(await store.list({ notArrived: true }));
    expect(all).toHaveLength(11);
    expect(await missing()).toEqual({ amount: 11, references: all.toSorted().slice(0, 10) });
  });

  test('for a day the status has what arrived in Junk, and what did not pass a check, with the worst results', async () => {
    const nothing = { amount: 0, references: [] };
    const [unseen, junk, unsigned, plain] = [await sent(), await sent(), await sent(), await sent()];
    const arrivals: Readonly<Record<string, Partial<FoundCopy>>> = {
      [junk]: { folder: 'Junk' },
      [unsigned]: { folder: 'All', spf: 'fail', dkim: 'none' },
      [plain]: { spf: 'none', dkim: null, dmarc: null },
    };
    for (const messageId of await allAwaited()) {
      const [reference] = Object.keys(arrivals).filter((each) => messageId.includes(each.toLowerCase()));
      if (reference) await store.recordArrival(await copyOf(messageId, arrivals[reference]));
    }
    const status = await store.arrivalStatus();
    expect(status).toMatchObject({
      inJunk: { amount: 1, references: [junk] },
      unauthenticated: { amount: 2, spf: 'fail', dkim: 'none', dmarc: 'pass' },
    });
    expect(status.unauthenticated.references.toSorted()).toEqual([unsigned, plain].sort());
    expect((await found(unseen)).folder).toBeNull();
    await opened.age(day);
    expect(await store.arrivalStatus()).toMatchObject({
      inJunk: nothing,
      unauthenticated: { ...nothing, spf: null, dkim: null, dmarc: null },
    });
  });

  test('a report gets each arrival of its time, the last look, and how many are missing', async () => {
    const read = (from = 0, to = Number.MAX_SAFE_INTEGER) =>
      store.readStatistics(async (statistics) => {
        const mails: unknown[] = [];
        await statistics.eachArrival({ from, to }, (mail) => mails.push(mail));
        return { ...(await statistics.lastLook()), mails };
      });
    expect(await read()).toEqual({ lookedAt: null, missing: 0, mails: [] });
    await look(wellLooked);
    const { deliveredAt } = await found(await sent());
    await arrive({ folder: 'Junk', spf: 'fail' });
    await sent();
    await opened.age(15 * minute);
    await look(wellLooked);
    const { lookedAt, missing: amount, mails } = await read();
    const sentAt = (deliveredAt ?? 0) - 15 * minute;
    expect([lookedAt, amount]).toEqual([(await store.arrivalStatus()).lookedAt, 1]);
    expect(mails).toEqual([expect.objectContaining({ sentAt, folder: 'Junk', spf: 'fail' })]);
    expect((await read(sentAt, sentAt + 1)).mails).toHaveLength(1);
    for (const [from, to] of [[sentAt + 1], [0, sentAt]]) expect((await read(from, to)).mails).toEqual([]);
  });
});
