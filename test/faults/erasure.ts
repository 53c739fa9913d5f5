import path from 'node:path';
import { mailKinds } from '../../server/mail/mailKinds.ts';
import { mailFolder, writeMail } from '../../server/mail/transport.ts';
import { makeBackup } from '../../server/operations/backups/backup.ts';
import { eraseSubmissions } from '../../server/operations/erasure.ts';
import { openSqliteForCommand } from '../../server/outbox/commandStore.ts';
import { databaseFile } from '../../server/outbox/sqlite/sqliteDatabase.ts';
import { randomFrom } from '../helpers/report/random.ts';
import { filesWith } from '../helpers/store/filesWith.ts';
import { openSqliteStore } from '../helpers/store/openSqliteStore.ts';
import { contactSubmission, newKey } from '../helpers/visitor/visitor.ts';
import type { Part } from './part.ts';
import { sizes } from './sizes.ts';

const addresses = { mailFrom: 'site@cirrux.example', mailTo: 'sales@cirrux.example' };
const minute = 60_000;
/** Confirmations of this many in a day are more than are sent here. */
const caps = { hourly: 1_000_000, daily: 1_000_000 };

/**
 * Stores, changes and erases submissions of many sizes at random, and looks for each erased one in every byte of the data
 * directory. No server runs meanwhile: this process reads the database's bytes.
 */
export async function runErasure({ expect, counts, folder }: Part): Promise<void> {
  const random = randomFrom(sizes.seed);
  const below = (limit: number) => Math.floor(random() * limit);
  const dataDirectory = folder();
  const file = databaseFile(dataDirectory);
  const options = { dataDirectory, databaseUrl: undefined, ...addresses };
  const live: { readonly reference: string; readonly token: string }[] = [];
  let store = openSqliteStore(file);
  let number = 0;
  let erased = 0;
  let backups = 0;
  let mails = 0;

  const submit = async (): Promise<void> => {
    number += 1;
    const token = `{${number}~${sizes.seed}}`;
    // Many small ones, and some that need overflow pages.
    const length = 10 + Math.floor(random() ** 3 * 3990);
    const result = await store.submissions.add(
      {
        ...contactSubmission,
        name: `Name ${token}`,
        email: `${token}@visitor.example`,
        company: random() < 0.5 ? '' : `Company ${token}`,
        phone: '',
        message: token.repeat(Math.ceil(length / token.length)).slice(0, Math.max(length, token.length)),
        suspect: random() < 0.3,
      },
      { key: newKey(), bodyHash: `hash ${token}` },
      {
        token: random() < 0.5 ? { id: newKey(), expiresAt: Date.now() + minute } : undefined,
        required: false,
        confirmationRecipient: `${token} recipient`,
      },
    );
    if ('reference' in result) live.push({ reference: result.reference, token });
  };
  const deliver = async (): Promise<void> => {
    const kind = random() < 0.7 ? 'notice' : 'confirmation';
    const claim = await store.mails.takeNext({ owner: 'the test', lease: minute, kind, except: [], caps });
    if (!claim) return;
    const reason = `451 ${'later '.repeat(below(40))}${claim.submission.email}`;
    const fate = random();
    if (fate < 0.3) await store.mails.record(claim, { state: 'pending', delay: below(50), reason });
    else if (fate < 0.4) await store.mails.record(claim, { state: 'failed', reason });
    else {
      await writeMail(mailFolder(dataDirectory), mailKinds[claim.kind].compose(claim, addresses));
      await store.mails.record(claim, { state: 'sent' });
    }
    mails += 1;
  };
  const backUp = async (): Promise<void> => {
    backups += 1;
    await makeBackup(file, path.join(dataDirectory, `backup-${backups % 2}.sqlite`));
  };
  const eraseOne = async (): Promise<void> => {
    const [one] = live.splice(below(live.length), 1);
    if (!one) return;
    await store.close();
    const beside = openSqliteForCommand(file);
    await eraseSubmissions(beside, options, { by: 'reference', reference: one.reference });
    await beside.close();
    erased += 1;
    for (const text of [one.token, one.reference, one.reference.toLowerCase()])
      for (const found of filesWith(dataDirectory, text))
        expect(false, `${text} is in ${found} after erasure ${erased}`);
    store = openSqliteStore(file);
  };

  while (erased < sizes.erasures) {
    const action = random();
    if (live.length < 20 || (action < 0.4 && live.length < 100)) await submit();
    else if (action < 0.7) await deliver();
    else if (action < 0.705) await backUp();
    else await eraseOne();
  }
  const kept = new Set((await store.submissions.list()).map(({ reference }) => reference));
  expect(
    kept.size === live.length && live.every(({ reference }) => kept.has(reference)),
    `${live.length} should be left, and ${kept.size} are`,
  );
  await store.close();
  Object.assign(counts, {
    submitted: number,
    erased,
    'mails tried': mails,
    'backups made meanwhile': backups,
  });
}
