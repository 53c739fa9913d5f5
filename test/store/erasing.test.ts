import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import {
  claimed,
  flagged,
  found,
  hour,
  minute,
  onEachStore,
  opened,
  referencesOf,
  store,
  submitted,
} from '../helpers/store/eachStore.ts';

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

  test('deleting leaves others, takes a digest with its last one, and waits for a mail under way', async () => {
    const [first, second, waits, stays] = [await flagged(0), await flagged(0), await flagged(hour), await submitted()];
    // Else the digest could be due in the notice's millisecond.
    await opened.age(10);
    await store.formMails(true);
    const notice = await claimed();
    expect(referencesOf(notice.submissions)).toEqual([stays]);
    await store.deleteRows([first, waits, '00000-00000']);
    expect(referencesOf(await store.list()).sort()).toEqual([second, stays].sort());
    expect(await opened.sql("SELECT kind FROM mails WHERE kind = 'digest'")).toHaveLength(1);

    const deleting = store.deleteRows([second, stays]);
    while (await store.find(second)) await nextTurn();
    expect(await found(stays)).toMatchObject({ state: 'pending' });
    await store.record(notice, { state: 'sent' });
    await deleting;
    await store.removeRemnants();
    for (const table of ['submissions', 'mails', 'mail_submissions', 'waiting'])
      expect(await opened.sql(`SELECT * FROM ${table}`)).toEqual([]);
    await submitted();
  });
});
