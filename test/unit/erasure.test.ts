import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { pino } from 'pino';
import { startMailWorker } from '../../server/mail/mailWorker.ts';
import { fileTransport, mailFolder } from '../../server/mail/transport.ts';
import { eraseSubmissions } from '../../server/operations/erasure.ts';
import { openSqliteBesideServer } from '../../server/outbox/besideServer.ts';
import { comparableAddress } from '../../server/outbox/erasureTarget.ts';
import { databaseFile } from '../../server/outbox/sqlite/sqliteDatabase.ts';
import type { Store } from '../../server/outbox/store.ts';
import { openSqliteStore } from '../helpers/store/openSqliteStore.ts';
import { contactSubmission } from '../helpers/visitor/visitor.ts';

const addresses = { mailFrom: 'site@cirrux.example', mailTo: 'sales@cirrux.example' };
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

async function submitted(names: readonly string[]): Promise<string[]> {
  const options = { token: undefined, required: false };
  const results = names.map((name) => store.submissions.add({ ...contactSubmission, name }, undefined, options));
  return (await Promise.all(results)).map((result) => ('reference' in result ? result.reference : ''));
}
/** Writes the mails about them. */
async function writeMails(amount: number): Promise<void> {
  let left = amount;
  const log = pino({ enabled: false });
  const written = fileTransport(mailFolder(dataDirectory), log);
  const sent = Promise.withResolvers<void>();
  const loop = startMailWorker({
    mails: store.mails,
    log,
    settings: {
      ...addresses,
      mailRetryMilliseconds: 60_000,
      mailGiveUpMilliseconds: 60_000,
      mailConfirm: false,
      mailConfirmCaps: { hourly: 1, daily: 1 },
    },
    transport: written,
    onOutcome: () => {
      left -= 1;
      if (left === 0) sent.resolve();
    },
  });
  await sent.promise;
  await loop.stop(5000);
}
/** The written mails, joined where their lines were broken. */
function mails(): string[] {
  const folder = mailFolder(dataDirectory);
  return readdirSync(folder).map((name) => readFileSync(path.join(folder, name), 'latin1').replace(/=\r\n/g, ''));
}
/** Erases as the operator's command does, in a process that has no database open: closing its files drops locks. */
async function erase(reference: string): Promise<void> {
  await store.close();
  const beside = openSqliteBesideServer(databaseFile(dataDirectory));
  await eraseSubmissions(
    beside,
    { dataDirectory, databaseUrl: undefined, ...addresses },
    { by: 'reference', reference },
  );
  await beside.maintenance.removeRemnants();
  await beside.close();
  store = openSqliteStore(databaseFile(dataDirectory), 'cirrux.example');
}

test("a submission's written mail is erased with it, and no other", async () => {
  const [first = ''] = await submitted(['Anna', 'Berta']);
  await writeMails(2);
  expect(mails()).toHaveLength(2);
  await erase(first);
  const [mail = '', ...more] = mails();
  expect(more).toEqual([]);
  expect(mail).toContain('Berta');
});

test('the erasure after one that ended half-way cleans the whole database, whatever it erases itself', async () => {
  const [first = ''] = await submitted(Array.from({ length: 40 }, (_, index) => `Visitor ${index}`));
  const beside = new DatabaseSync(databaseFile(dataDirectory));
  const unusedPages = () => beside.prepare('PRAGMA freelist_count').get()?.freelist_count;
  // As if it had been killed after deleting: nothing tells any more what to look for.
  beside.exec('DELETE FROM submissions');
  expect(unusedPages()).toBeGreaterThan(0);
  await erase(first);
  expect(unusedPages()).toBe(0);
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
