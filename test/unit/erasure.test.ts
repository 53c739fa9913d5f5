import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { pino } from 'pino';
import { startDelivery } from '../../server/mail/delivery.ts';
import { composeDigest } from '../../server/mail/digest.ts';
import { fileTransport, writeMail } from '../../server/mail/transport.ts';
import { mailFolder } from '../../server/mail/writtenMail.ts';
import { comparableAddress, withReference } from '../../server/outbox/erasureTarget.ts';
import { databaseFile, openDatabase } from '../../server/outbox/sqlite/sqliteDatabase.ts';
import { erasureMark, sqliteErasableStore } from '../../server/outbox/sqlite/sqliteErasure.ts';
import { migrations } from '../../server/outbox/sqlite/sqliteSchema.ts';
import { openSqliteStore } from '../../server/outbox/sqlite/sqliteStore.ts';
import type { Store, Submission } from '../../server/outbox/store.ts';
import { eraseSubmissions } from '../../server/retention/erasure.ts';
import { contactSubmission } from '../helpers/visitor/visitor.ts';

const addresses = { mailFrom: 'site@cirrux.example', mailTo: 'sales@cirrux.example' };
const minute = 60_000;
let dataDirectory: string;
let store: Store;
beforeEach(() => {
  dataDirectory = mkdtempSync(path.join(tmpdir(), 'erasure-'));
  store = openSqliteStore(databaseFile(dataDirectory), 'cirrux.example');
});
afterEach(async () => {
  await store.close();
  rmSync(dataDirectory, { recursive: true });
});

async function submitFlagged(names: readonly string[]): Promise<string[]> {
  const references: string[] = [];
  for (const name of names) {
    const result = await store.submit({ ...contactSubmission, name, suspect: true }, undefined, {
      token: undefined,
      required: false,
    });
    if ('reference' in result) references.push(result.reference);
  }
  return references;
}
/** The written mails, joined where their lines were broken. */
function mails(): string[] {
  const folder = mailFolder(dataDirectory);
  return readdirSync(folder).map((name) => readFileSync(path.join(folder, name), 'latin1').replace(/=\r\n/g, ''));
}
/** Erases as the operator's command does, in a process that has no database open: closing its files drops locks. */
async function erase(reference: string): Promise<void> {
  await store.close();
  await eraseSubmissions(sqliteErasableStore(dataDirectory), { dataDirectory, ...addresses }, withReference(reference));
  store = openSqliteStore(databaseFile(dataDirectory), 'cirrux.example', { reopened: true });
}

test('a digest is written anew without an erased submission, also after a retry, and goes with its last one', async () => {
  const [first = '', second = ''] = await submitFlagged(['Anna', 'Berta']);
  const claimed = (await store.claim(minute, 10)) as [Submission, ...Submission[]];
  await writeMail(mailFolder(dataDirectory), composeDigest(claimed, addresses.mailFrom, addresses.mailTo));
  await store.delivered([first, second]);
  await store.retry(first);

  await erase(first);
  const [digest = '', ...more] = mails();
  expect(more).toEqual([]);
  expect(digest).toContain('Berta');
  expect(digest).not.toMatch(new RegExp(`Anna|${first}`));
  await erase(second);
  expect(mails()).toEqual([]);
});

test('a mail that is written while its submission is erased does not stay, nor does its part of a digest', async () => {
  const [first = '', second = ''] = await submitFlagged(['Anna', 'Berta']);
  const written = fileTransport(mailFolder(dataDirectory), pino({ enabled: false }));
  const log = pino({ enabled: false });
  let sendings = 0;
  const end = new Promise<void>((resolve) => {
    const delivery = startDelivery({
      ...addresses,
      store: {
        ...store,
        nextDue: async () => {
          if (sendings > 1) resolve(delivery.stop(1000));
          return store.nextDue();
        },
      },
      transport: {
        ...written,
        send: async (mail, signal) => {
          sendings += 1;
          if (sendings === 1) {
            const beside = openDatabase(databaseFile(dataDirectory), migrations, { check: false });
            beside.prepare('DELETE FROM submissions WHERE reference = ?').run(first);
            beside.close();
          }
          await written.send(mail, signal);
        },
      },
      log,
      mailRetryMilliseconds: minute,
      mailGiveUpMilliseconds: 60 * minute,
      isSendingDigests: () => true,
    });
  });
  await end;
  const [mail = '', ...more] = mails();
  expect(more).toEqual([]);
  expect(mail).toContain('Berta');
  expect(mail).not.toMatch(new RegExp(`Anna|${first}`));
  expect((await store.find(second))?.state).toBe('delivered');
});

test('the erasure after one that ended half-way cleans the whole database, whatever it erases itself', async () => {
  const references = await submitFlagged(Array.from({ length: 40 }, (_, index) => `Visitor ${index}`));
  const [first = ''] = references;
  const beside = openDatabase(databaseFile(dataDirectory), migrations, { check: false });
  const unusedPages = () => beside.prepare('PRAGMA freelist_count').get()?.freelist_count;
  beside.exec('BEGIN IMMEDIATE');
  await expect(
    eraseSubmissions(sqliteErasableStore(dataDirectory), { dataDirectory, ...addresses }, withReference(first)),
  ).rejects.toThrow('locked');
  beside.exec('ROLLBACK');
  expect(existsSync(erasureMark(dataDirectory))).toBe(true);
  // As if it had been killed after deleting: nothing tells any more what to look for.
  beside.exec('DELETE FROM submissions');
  expect(unusedPages()).toBeGreaterThan(0);

  await erase(first);
  expect(unusedPages()).toBe(0);
  expect(existsSync(erasureMark(dataDirectory))).toBe(false);
  beside.close();
});

test('addresses are compared as people write them', () => {
  for (const written of [
    'jo@bücher.example',
    'JO@BÜCHER.example',
    ' Jo <jo@xn--bcher-kva.example> ',
    'mailto:Jo@bücher.example',
  ])
    expect(comparableAddress(written)).toBe('jo@xn--bcher-kva.example');
  for (const written of ['jo', '@x', 'jo@', '', 'a b@c.example']) expect(comparableAddress(written)).toBeUndefined();
});
