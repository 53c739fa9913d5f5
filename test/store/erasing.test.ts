import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { claimed, found, hour, minute, onEachStore, opened, store, submitted } from '../helpers/store/eachStore.ts';

onEachStore(() => {
  test('a target names submissions by reference, by their comparable address, or by the time of their delivery', async () => {
    const [old, failed] = [await submitted({ email: 'JO@bücher.example' }), await submitted()];
    await store.record(await claimed(), { state: 'sent' });
    await store.record(await claimed(), { state: 'failed', error: '550' });
    await opened.age(hour);
    const recent = await submitted({ email: ' jo@xn--bcher-kva.example' });
    await store.record(await claimed(), { state: 'sent' });
    const before = (await store.now()) - minute;
    expect(await store.matching({ by: 'reference', reference: failed })).toEqual([failed]);
    expect(await store.matching({ by: 'reference', reference: '00000-00000' })).toEqual([]);
    expect(await store.matching({ by: 'address', address: 'jo@xn--bcher-kva.example' })).toEqual([old, recent]);
    expect(await store.matching({ by: 'delivery', before })).toEqual([old]);
  });

  test('what others wrote of an address is found in each of their texts, also in the answer of a mail server', async () => {
    const address = 'jo@visitor.example';
    await submitted({ email: address, message: address });
    const named = [
      await submitted({ message: 'Ask JO@Visitor.example' }),
      await submitted({ company: `by ${address}` }),
    ];
    for (let mail = 0; mail < 3; mail += 1) await store.record(await claimed(), { state: 'sent' });
    named.push(await submitted());
    await store.record(await claimed(), { state: 'failed', error: `550 <${address}> unknown` });
    // Those of one millisecond are in no order.
    expect(new Set(await store.mentioning(address))).toEqual(new Set(named));
  });

  test('deleting leaves others, takes the mails along, and waits for a mail under way', async () => {
    const [first, stays] = [await submitted(), await submitted()];
    const notice = await claimed();
    const underWay = notice.submission.reference;
    const other = underWay === first ? stays : first;
    const deleting = store.deleteRows([first, stays, '00000-00000']);
    while (await store.find(other)) await nextTurn();
    expect(await found(underWay)).toMatchObject({ state: 'pending' });
    await store.record(notice, { state: 'sent' });
    await deleting;
    await store.removeRemnants();
    for (const table of ['submissions', 'mails']) expect(await opened.sql(`SELECT * FROM ${table}`)).toEqual([]);
    await submitted();
  });
});
