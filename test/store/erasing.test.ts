import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { claimed, found, hour, minute, onEachStore, opened, store, submitted } from '../helpers/store/eachStore.ts';

onEachStore(() => {
  test('a target names submissions by reference, by their comparable address, or by the time of their delivery', async () => {
    const old = await submitted({ email: 'JO@bücher.example' });
    await opened.age(1);
    const failed = await submitted();
    await store.mails.record(await claimed(), { state: 'sent' });
    await store.mails.record(await claimed(), { state: 'failed', reason: '550' });
    await opened.age(hour);
    const recent = await submitted({ email: ' jo@xn--bcher-kva.example' });
    await store.mails.record(await claimed(), { state: 'sent' });
    const before = (await store.maintenance.now()) - minute;
    expect(await store.submissions.matching({ by: 'reference', reference: failed })).toEqual([failed]);
    expect(await store.submissions.matching({ by: 'reference', reference: '00000-00000' })).toEqual([]);
    expect(await store.submissions.matching({ by: 'address', address: 'jo@xn--bcher-kva.example' })).toEqual([
      old,
      recent,
    ]);
    expect(await store.submissions.matching({ by: 'delivery', before })).toEqual([old]);
  });

  test('deleting leaves others, takes the mails along, and waits for a mail under way', async () => {
    const [first, stays] = [await submitted(), await submitted()];
    const notice = await claimed();
    const underWay = notice.submission.reference;
    const other = underWay === first ? stays : first;
    const deleting = store.submissions.delete([first, stays, '00000-00000']);
    while (await store.submissions.find(other)) await nextTurn();
    expect(await found(underWay)).toMatchObject({ state: 'pending' });
    await store.mails.record(notice, { state: 'sent' });
    await deleting;
    await store.maintenance.removeRemnants();
    for (const table of ['submissions', 'mails']) expect(await opened.sql(`SELECT * FROM ${table}`)).toEqual([]);
    await submitted();
  });
});
