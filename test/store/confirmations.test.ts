import { expect, test } from '@jest/globals';
import {
  claim,
  claimAll,
  claimed,
  confirmable,
  found,
  hour,
  key,
  newToken,
  onEachStore,
  opened,
  others,
  referencesIn,
  store,
  submitted,
  withoutToken,
} from '../helpers/store/eachStore.ts';
import { mailDomain } from '../helpers/store/openStores.ts';
import { contactSubmission as submission } from '../helpers/visitor/visitor.ts';

const kind = 'confirmation';

onEachStore(() => {
  const confirmationOf = async (reference: string) =>
    (await store.mails.of(reference)).find(({ kind }) => kind === 'confirmation');

  test('are made for a sender whose submission has no flag, once under one key', async () => {
    const recipient = { confirmationRecipient: 'jo' };
    const references = [
      await submitted({}, undefined, { ...withoutToken, ...recipient }),
      await confirmable('jo', { suspect: true }),
      await submitted({}, undefined, { token: await newToken(), required: true }),
    ];
    expect(await store.mails.nextDue(kind)).toBeUndefined();
    expect(await claim({ kind })).toBeUndefined();
    for (const reference of references) expect(await confirmationOf(reference)).toBeUndefined();

    const options = { ...recipient, token: await newToken(), required: true };
    const reference = await submitted({}, key, options);
    expect(await store.submissions.add(submission, key, options)).toEqual({ outcome: 'replayed', reference });
    const messageId = `<confirmation-${reference.toLowerCase()}@${mailDomain}>`;
    const [notice, ...confirmations] = await store.mails.of(reference);
    expect(notice).toMatchObject({ kind: 'notice', messageId: (await found(reference)).messageId });
    expect(confirmations).toMatchObject([{ messageId, state: 'pending', attempts: 0, leaseUntil: null }]);
    expect(await store.mails.nextDue(kind)).toBeLessThanOrEqual(0);
    expect(await claimAll({ kind })).toMatchObject([{ messageId, submission: { reference, verified: true } }]);
  });

  test('to one address are at most three in 24 hours, however many claim at once', async () => {
    const jos = await Promise.all(Array.from({ length: 10 }, () => confirmable('jo')));
    const other = await confirmable('pa');
    const stores = [store, ...(await others(4))];
    // All are connected before they claim.
    await Promise.all(stores.map((each) => each.mails.nextDue(kind)));
    const claims = (await Promise.all(stores.map((from) => claimAll({ kind, from })))).flat();
    const to = (recipients: readonly string[]) => referencesIn(claims).filter((each) => recipients.includes(each));
    expect(to([other])).toHaveLength(1);
    expect(to(jos)).toHaveLength(3);
    const skipped = await opened.sql("SELECT attempts FROM mails WHERE state = 'skipped'");
    expect(skipped).toEqual(Array.from({ length: 7 }, () => ({ attempts: 0 })));

    // Another attempt is no other mail.
    const [first] = to(jos);
    for (const each of claims)
      if (each.submission.reference === first)
        await store.mails.record(each, { state: 'pending', delay: 0, reason: 'x' });
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

  test('to all addresses are as many as the caps allow in an hour and in a day', async () => {
    for (let count = 0; count < 14; count += 1) await confirmable(`mailbox ${count}`);
    const capped = { kind, lease: hour, caps: { hourly: 13, daily: 14 } } as const;
    const claims = await claimAll(capped);
    expect(claims).toHaveLength(13);
    for (const each of claims) await store.mails.record(each, { state: 'sent' });
    await opened.age(hour);
    for (const count of [15, 16]) await confirmable(`mailbox ${count}`);
    expect(await claimAll(capped)).toHaveLength(1);
    await opened.age(24 * hour);
    const nextDay = await confirmable('mailbox 17');
    expect(referencesIn(await claimAll(capped))).toContain(nextDay);
  });
});
