import { expect, test } from '@jest/globals';
import { firstMessageId } from '../../server/outbox/mails.ts';
import {
  claim,
  claimAll,
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
  referencesIn,
  referencesOf,
  store,
  submitted,
} from '../helpers/store/eachStore.ts';
import { mailDomain, withoutToken } from '../helpers/store/submissions.ts';
import { contactSubmission as submission } from '../helpers/visitor/visitor.ts';

const kind = 'confirmation';

onEachStore(() => {
  const isDueIn = async (time: number) => Math.abs(((await store.mails.nextDue('notice')) ?? 0) - time) < minute / 2;

  test('takeNext leases the mail that is due first, a retry of pending mails skips it, a renewed lease lasts, and a lease that is not renewed ends and is lost', async () => {
    const second = await submitted();
    await store.mails.record(await claimed(), { state: 'pending', delay: 0, reason: 'earlier' });
    const first = await submitted();
    const { messageId } = await found(first);
    await opened.sql(`UPDATE mails SET due_at = due_at - 1000 WHERE message_id = '${messageId}'`);
    const before = await store.maintenance.now();
    const kept = await claimed();
    await expectSince(before, kept.leaseUntil - minute);
    expect(kept).toMatchObject({ messageId, kind: 'notice', attempts: 1, submission: { reference: first } });
    expect(await found(first)).toMatchObject({ attempts: 1, state: 'pending', nextAttemptAt: kept.leaseUntil });
    const lost = await claimed();
    expect(lost).toMatchObject({ attempts: 2, submission: { reference: second } });
    const from = await opened.openAnother();
    for (const each of [store, from]) expect(await claim({ from: each })).toBeUndefined();
    expect(await store.mails.retry([first, second], 'pending')).toBe(0);
    expect(await isDueIn(minute)).toBe(true);

    await opened.age(minute / 2);
    await store.mails.renew([kept.messageId], 'here', minute);
    await opened.age(minute / 2);
    const again = { messageId: lost.messageId, submission: { reference: second } };
    expect(await claimAll({ from, owner: 'there' })).toMatchObject([{ ...again, attempts: 3 }]);
    await store.mails.renew([kept.messageId, lost.messageId], 'here', hour);
    await opened.age(minute);
    const ended = await claimed();
    expect(ended).toMatchObject({ ...again, attempts: 4 });
    expect(await claim()).toBeUndefined();
    await store.mails.record(ended, { state: 'pending', delay: 0, reason: 'x' });
    await store.mails.renew([ended.messageId], 'here', hour);
    expect(await claim()).toMatchObject(again);
  });

  test.each([false, true])('a replaced claim (retried: %s) records only a sent mail', async (isRetried) => {
    const reference = await submitted();
    await opened.age(10);
    const stale = await claimed({ lease: 0 });
    if (isRetried) await store.mails.retry([reference]);
    const fresh = await claimed({ from: await opened.openAnother() });
    const before = await store.mails.listAbout(reference);
    expect(before).toMatchObject([{ leaseUntil: fresh.leaseUntil, attempts: isRetried ? 1 : 2 }]);
    await store.mails.record(stale, { state: 'failed', reason: 'stale' });
    await store.mails.record(stale, { state: 'pending', delay: 0, reason: 'stale' });
    expect(await store.mails.listAbout(reference)).toEqual(before);
    await store.mails.record(fresh, { state: 'pending', delay: 0, reason: 'fresh' });
    await store.mails.record(fresh, { state: 'failed', reason: 'too late' });
    expect(await found(reference)).toMatchObject({ state: 'pending', lastError: 'fresh' });
    await store.mails.record(stale, { state: 'sent' });
    // A retried mail is another mail: that the first has left does not end it.
    expect((await found(reference)).state).toBe(isRetried ? 'pending' : 'delivered');
  });

  test('a postponed mail is due after the delay, and a sent mail is not due, keeps only an error about its text, and may be retried', async () => {
    const reference = await submitted();
    await store.mails.record(await claimed(), { state: 'pending', delay: minute, reason: '421 later' });
    expect(await claim()).toBeUndefined();
    expect(await isDueIn(minute)).toBe(true);
    expect(await found(reference)).toMatchObject({ lastError: '421 later', state: 'pending', attempts: 1 });
    await opened.age(minute);
    const before = await store.maintenance.now();
    await store.mails.record(await claimed(), { state: 'sent' });
    const sent = await found(reference);
    expect(sent).toMatchObject({ state: 'delivered', lastError: null, attempts: 2, nextAttemptAt: null });
    await expectSince(before, sent.deliveredAt);
    await opened.age(hour);
    expect(await claim()).toBeUndefined();
    expect(await store.mails.nextDue('notice')).toBeUndefined();
    const { messageId } = sent;
    for (const retries of [1, 2]) {
      expect(await store.mails.retry([reference])).toBe(1);
      const renamed = messageId.replace('@', `.${retries}@`);
      expect(await found(reference)).toMatchObject({ state: 'pending', deliveredAt: null, messageId: renamed });
      expect(firstMessageId(renamed)).toBe(messageId);
    }
    expect(firstMessageId(messageId)).toBe(messageId);
    await store.mails.record(await claimed(), { state: 'sent', reason: '554 text' });
    expect(await found(reference)).toMatchObject({ state: 'delivered', lastError: '554 text' });
  });

  test('a failed mail is not due until a retry of failed mails makes it due', async () => {
    const reference = await submitted();
    await store.mails.record(await claimed(), { state: 'failed', reason: '550 unknown' });
    expect(await found(reference)).toMatchObject({ state: 'failed', lastError: '550 unknown', nextAttemptAt: null });
    await opened.age(hour);
    expect(await store.mails.nextDue('notice')).toBeUndefined();
    expect(await claim()).toBeUndefined();
    const sent = await submitted();
    await store.mails.record(await claimed(), { state: 'sent' });
    const pending = await submitted();
    const unchanged = await found(pending);

    const before = await store.maintenance.now();
    const all = [reference, sent, pending, '00000-00000'];
    expect(await (await opened.openAnother()).mails.retry(all, 'failed')).toBe(1);
    const [mail] = await store.mails.listAbout(reference);
    expect(mail).toMatchObject({ state: 'pending', attempts: 0, dueAt: mail?.pendingSince, leaseUntil: null });
    await expectSince(before, mail?.pendingSince);
    expect(await found(pending)).toEqual(unchanged);
    expect(referencesOf(await store.submissions.list({ state: 'delivered' }))).toEqual([sent]);
    expect(referencesIn(await claimAll()).sort()).toEqual([reference, pending].sort());
    expect(await store.mails.retry(['00000-00000'])).toBe(0);
  });

  test('captcha tokens are forgotten an hour after they have expired', async () => {
    const expiry = (await store.maintenance.now()) - hour;
    await opened.sql(`INSERT INTO used_tokens VALUES ('old', ${expiry - minute}), ('new', ${expiry + minute})`);
    await store.maintenance.forgetExpiredTokens();
    expect(await opened.sql('SELECT id FROM used_tokens')).toEqual([{ id: 'new' }]);
  });

  const confirmationOf = async (reference: string) =>
    (await store.mails.listAbout(reference)).find(({ kind }) => kind === 'confirmation');

  test('a sender gets a confirmation if the submission has no flag, and only one for one key', async () => {
    const confirmed = { ...withoutToken, confirms: true };
    const references = [
      await submitted({}, undefined, confirmed),
      await confirmable('jo', { suspect: true }),
      await submitted({}, undefined, { ...withoutToken, token: await newToken(), required: true }),
    ];
    expect(await store.mails.nextDue(kind)).toBeUndefined();
    expect(await claim({ kind })).toBeUndefined();
    for (const reference of references) expect(await confirmationOf(reference)).toBeUndefined();

    const options = { ...confirmed, token: await newToken(), required: true };
    const reference = await submitted({}, key, options);
    expect(await store.submissions.add(submission, key, options)).toEqual({ outcome: 'replayed', reference });
    const messageId = `<confirmation-${reference.toLowerCase()}@${mailDomain}>`;
    const [notification, ...confirmations] = await store.mails.listAbout(reference);
    expect(notification).toMatchObject({ kind: 'notice', messageId: (await found(reference)).messageId });
    expect(confirmations).toMatchObject([{ messageId, state: 'pending', attempts: 0, leaseUntil: null }]);
    expect(await store.mails.nextDue(kind)).toBeLessThanOrEqual(0);
    const confirmation = await claimed({ kind });
    expect(confirmation).toMatchObject({ messageId, submission: { reference, verified: true } });
    expect(await claim({ kind })).toBeUndefined();
    const counts = { pending: references.length + 1, delivered: 0, failed: 0 };
    expect((await store.statistics.status()).counts).toEqual(counts);
    await store.mails.record(confirmation, { state: 'sent', reason: '554' });
    expect((await store.statistics.status()).lastError).toBeNull();
    expect(await store.mails.retry([reference])).toBe(1);
    expect(await confirmationOf(reference)).toMatchObject({ state: 'sent' });
  });

  test('processes that take mails at once take each mail once, and one address gets at most three confirmations in 24 hours', async () => {
    const jos = await Promise.all(Array.from({ length: 10 }, () => confirmable('jo')));
    const other = await confirmable('pa');
    const stores = [store, ...(await others(4))];
    // Each store connects now, so that the claims of all stores begin at the same time.
    await Promise.all(stores.map((each) => each.mails.nextDue(kind)));
    const notifications = (await Promise.all(stores.map((from) => claimAll({ from })))).flat();
    expect(referencesIn(notifications).sort()).toEqual([...jos, other].sort());
    const claims = (await Promise.all(stores.map((from) => claimAll({ kind, from })))).flat();
    const to = (recipients: readonly string[]) => referencesIn(claims).filter((each) => recipients.includes(each));
    expect(to([other])).toHaveLength(1);
    expect(to(jos)).toHaveLength(3);
    const skipped = await opened.sql("SELECT attempts FROM mails WHERE state = 'skipped'");
    expect(skipped).toEqual(Array.from({ length: 7 }, () => ({ attempts: 0 })));

    // A second attempt to send a confirmation does not count as a second confirmation.
    const [first] = to(jos);
    const postponed = claims.filter(({ submission: { reference } }) => reference === first);
    for (const each of postponed) await store.mails.record(each, { state: 'pending', delay: 0, reason: 'x' });
    const again = await claimed({ kind });
    expect(referencesIn([again])).toEqual([first]);
    await store.mails.record(again, { state: 'sent' });
    await opened.age(23 * hour);
    const later = await confirmable('jo');
    expect(referencesIn(await claimAll({ kind })).sort()).toEqual([...to(jos).slice(1), other].sort());
    expect(await confirmationOf(later)).toMatchObject({ state: 'skipped' });
    await opened.age(hour);
    const nextDay = await confirmable('jo');
    expect(referencesIn(await claimAll({ kind }))).toContain(nextDay);
  });

  test('skipped confirmations say why, and count for no cap', async () => {
    const [waiting, tried] = [await confirmable('jo'), await confirmable('jo')];
    await store.mails.record(await claimed({ kind }), { state: 'pending', delay: hour, reason: '451 later' });
    await store.mails.skipConfirmations('MAIL_CONFIRM is off');
    for (const reference of [waiting, tried])
      expect(await confirmationOf(reference)).toMatchObject({ state: 'skipped', lastError: 'MAIL_CONFIRM is off' });
    for (let count = 0; count < 3; count += 1) await confirmable('jo');
    expect(await claimAll({ kind })).toHaveLength(3);
    expect(await claimAll()).toHaveLength(5);
  });

  test('all addresses together get as many confirmations as the caps allow in an hour and in a day', async () => {
    for (let count = 0; count < 14; count += 1) await confirmable(`mailbox${count}`);
    const capped = { kind, lease: hour, caps: { hourly: 13, daily: 14 } } as const;
    const claims = await claimAll(capped);
    expect(claims).toHaveLength(13);
    for (const each of claims) await store.mails.record(each, { state: 'sent' });
    await opened.age(hour);
    for (const count of [15, 16]) await confirmable(`mailbox${count}`);
    expect(await claimAll(capped)).toHaveLength(1);
    await opened.age(24 * hour);
    const nextDay = await confirmable('mailbox17');
    expect(referencesIn(await claimAll(capped))).toContain(nextDay);
  });
});
