import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { databaseFile } from '../../server/outbox/sqlite/sqliteDatabase.ts';
import { referencesIn, startMailServer } from '../helpers/mail/mailServer.ts';
import { sharedPostgres } from '../helpers/run/shared.ts';
import { startApp } from '../helpers/site/app.ts';
import { runToEnd } from '../helpers/site/site.ts';
import { type FormerRow, writeFormerFile } from '../helpers/store/formerDatabase.ts';
import { operate } from '../helpers/store/operate.ts';
import { runInFile } from '../helpers/store/stored.ts';
import { withDebianTool } from '../helpers/tools/withDebianTool.ts';
import { directoryUntilEnd, untilEnd } from '../helpers/untilEnd.ts';
import { post, referenceOf } from '../helpers/visitor/posts.ts';
import { newKey, orderOf, person } from '../helpers/visitor/visitor.ts';

const now = Date.now() - 60_000;
const later = 10 * 60_000;
const { message } = orderOf('CXN1');
const yearly = { ...person, message: message.replace('R124', 'R750 per year') };
const forged = message.replace(/(Plan Details: .*)/, '$1\nData centre: Atlantis');
const key = newKey();
const { name, email, company, phone } = person;
const hashed = JSON.stringify({ kind: 'order', planId: 'CXN1', name, email, company, phone, message: yearly.message });
const body_hash = createHash('sha256').update(hashed).digest('hex');
const tried = { attempts: 2, last_error: '451 later' };
const order = { kind: 'order', plan_id: 'CXN1', ordered_plan: 'CXN1' };
const sent = { state: 'delivered', attempts: 1 };
const [bundle, digest] = ['bundle-ABCDE-FGHJK', 'digest-ABCDE-FGHJK'];
function confirmed(confirmation: string, confirmation_attempts: number, at: number) {
  const times = { confirmation_at: now + at, confirmation_recipient: `to ${confirmation}` };
  return { confirmation, confirmation_attempts, ...times };
}

/** What the former release knew, received one millisecond after the other. */
const rows: FormerRow[] = [
  {
    ...order,
    ...sent,
    ...yearly,
    ordered_price: 'R750 per year',
    idempotency_key: key,
    body_hash,
    delivered_at: now + 50,
  },
  { ...order, message: forged, state: 'failed', attempts: 9, last_error: '550', ...confirmed('failed', 2, 61) },
  { ...tried, retried_at: now + 70, next_attempt_at: now + later, ...confirmed('waiting', 2, 62) },
  { attempts: 1, leased: 1, next_attempt_at: now + later, ...confirmed('sending', 1, later) },
  { digest: null, suspect: 1, next_attempt_at: now + later },
  { digest: null, suspect: 1, ...tried },
  { digest, suspect: 1, ...tried, attempts: 3, next_attempt_at: now + 30 },
  { digest, suspect: 1, ...tried, next_attempt_at: now + 30 },
  { digest, suspect: 1, state: 'failed', attempts: 4, last_error: 'given up' },
  { digest: bundle, suspect: 1, ...sent, delivered_at: now + 40 },
  { digest: bundle, suspect: 1, ...sent, delivered_at: now + 40 },
  { digest: 'digest-ZZZZZ-ZZZZZ', suspect: 1, ...tried },
  { ...sent, delivered_at: now + 41, ...confirmed('sent', 1, 60) },
  { ...sent, delivered_at: now + 42, ...confirmed('skipped', 0, 63) },
  { ...sent, delivered_at: 5, name: 'Old' },
].map((row, index) => ({ reference: `AAAAA-000${index + 10}`, ...row }));

/** What becomes of it: times are in milliseconds after `now`, the first for the oldest. */
const mails = [
  ['<aaaaa-00010@former.example>', 'notice', 'sent', 1, 0, 0, null, 50, null, '10'],
  ['<aaaaa-00011@former.example>', 'notice', 'failed', 9, 1, 1, '550', null, null, '11'],
  ['<aaaaa-00012@former.example>', 'notice', 'pending', 2, 70, later, '451 later', null, null, '12'],
  ['<aaaaa-00013@former.example>', 'notice', 'pending', 1, 3, 3, null, null, null, '13'],
  ['<aaaaa-00015@former.example>', 'notice', 'pending', 2, 5, 5, '451 later', null, null, '15'],
  ['<aaaaa-00018@former.example>', 'notice', 'failed', 4, 8, 8, 'given up', null, null, '18'],
  ['<aaaaa-00021@former.example>', 'notice', 'pending', 2, 11, 11, '451 later', null, null, '21'],
  ['<aaaaa-00022@former.example>', 'notice', 'sent', 1, 12, 12, null, 41, null, '22'],
  ['<aaaaa-00023@former.example>', 'notice', 'sent', 1, 13, 13, null, 42, null, '23'],
  ['<aaaaa-00024@former.example>', 'notice', 'sent', 1, 14, 14, null, 5 - now, null, '24'],
  ['<bundle-abcde-fghjk@former.example>', 'digest', 'sent', 1, 9, 9, null, 40, null, '19 20'],
  ['<confirmation-aaaaa-00011@former.example>', 'confirmation', 'failed', 2, 1, 61, null, null, 'to failed', '11'],
  ['<confirmation-aaaaa-00012@former.example>', 'confirmation', 'pending', 2, 2, 62, null, null, 'to waiting', '12'],
  ['<confirmation-aaaaa-00013@former.example>', 'confirmation', 'pending', 1, 3, 3, null, null, 'to sending', '13'],
  ['<confirmation-aaaaa-00022@former.example>', 'confirmation', 'sent', 1, 12, 60, null, 60, 'to sent', '22'],
  ['<confirmation-aaaaa-00023@former.example>', 'confirmation', 'skipped', 0, 13, 63, null, null, 'to skipped', '23'],
  ['<digest-abcde-fghjk@former.example>', 'digest', 'pending', 3, 6, 30, '451 later', null, null, '16 17'],
];
const mailsThere = `SELECT message_id, kind, state, attempts, pending_since - ${now}, due_at - ${now}, last_error, sent_at - ${now},
    recipient, (SELECT group_concat(substr(reference, 10), ' ' ORDER BY reference) FROM mail_submissions AS j
      WHERE j.message_id = m.message_id) FROM mails AS m WHERE lease_until IS NULL ORDER BY message_id`;

const former = path.join(directoryUntilEnd(), 'former.sqlite');
writeFormerFile(former, rows, now);

async function migrate(environment: { [name: string]: string }, ...parameters: string[]): Promise<string> {
  const { exitCode, output } = await operate(environment, 'migrate', ...parameters);
  expect({ exitCode, output }).toMatchObject({ exitCode: 0 });
  return output;
}
const tables = ['submissions', 'mails', 'mail_submissions', 'waiting', 'used_tokens', 'secrets', 'flood'];
function contentOf(file: string) {
  return tables.map((table) => runInFile(file, `SELECT * FROM ${table} ORDER BY 1, 2`));
}

test('migrate --from makes mails of what the former release has exported, and does it once', async () => {
  const DATA_DIR = directoryUntilEnd();
  const file = databaseFile(DATA_DIR);
  const toFile = ['--from', former, '--to', `sqlite:${DATA_DIR}`];
  const bytes = readFileSync(former);
  const output = await migrate({}, ...toFile);
  expect(output).toContain(
    `${file} holds 15 submissions, 1 used captcha token and the signing secret, each compared with`,
  );
  expect(runInFile(file, mailsThere).map(Object.values)).toEqual(mails);
  expect(runInFile(file, 'SELECT * FROM waiting')).toEqual([{ reference: 'AAAAA-00014', due_at: now + later }]);
  const kept = `reference, kind, plan_id, ordered_plan, ordered_price, name, email, company, phone, message, verified, suspect,
    received_at, idempotency_key, idempotency_expires_at, body_hash`;
  for (const sql of [`SELECT ${kept} FROM submissions`, 'SELECT * FROM used_tokens', 'SELECT began_at FROM flood'])
    expect(runInFile(file, sql)).toEqual(runInFile(former, sql));
  expect(runInFile(file, 'SELECT * FROM secrets')).toEqual(runInFile(former, 'SELECT * FROM secrets'));
  const choices = 'SELECT billing, data_centre, unknown_lines FROM submissions LIMIT 3';
  expect(runInFile(file, choices).map(Object.values)).toEqual([
    ['yearly', null, null],
    [null, null, 'Data centre: Atlantis'],
    [null, null, null],
  ]);

  const [{ ino }, content] = [statSync(file), contentOf(file)];
  expect(await migrate({}, ...toFile)).toBe(output);
  expect([statSync(file).ino, contentOf(file)]).toEqual([ino, content]);
  expect(readFileSync(former).equals(bytes)).toBe(true);

  // What is erased is erased from the former release's files too.
  const copy = path.join(DATA_DIR, 'former.sqlite');
  copyFileSync(former, copy);
  await runToEnd(['submissions', 'purge', '--yes'], { DATA_DIR, RETENTION_DAYS: '1' });
  await runToEnd(['submissions', 'delete', 'AAAAA-00010', '--yes'], { DATA_DIR });
  const left = rows.map(({ reference }) => reference).filter((reference) => !/0(?:10|24)$/.test(reference));
  for (const each of [file, copy])
    expect(runInFile(each, 'SELECT reference FROM submissions').map((row) => row.reference)).toEqual(left);
});

test('what the former release has not exported is refused, in one sentence', async () => {
  const folder = directoryUntilEnd();
  const file = path.join(folder, 'given.sqlite');
  const refusals: [string, () => void][] = [
    ['There is no file', () => {}],
    ['is no file', () => mkdirSync(file)],
    ['it is no SQLite database', () => writeFileSync(file, 'text')],
    ['it has no table submissions', () => runInFile(file, 'CREATE TABLE cats (name TEXT)')],
    ['it is a database in use, or a copy of one', () => runInFile(file, 'PRAGMA journal_mode = WAL')],
    ['it has schema 5, not 6', () => runInFile(file, 'PRAGMA user_version = 5')],
    ['it is damaged', () => writeFileSync(file, readFileSync(former).fill(1, 8192, 12_000))],
    ['it is of this release: put it in place with', () => {}],
  ];
  for (const [reason, make] of refusals) {
    rmSync(file, { recursive: true, force: true });
    if (/schema|in use/.test(reason)) copyFileSync(former, file);
    if (/this release/.test(reason)) await migrate({}, '--from', former, '--to', `sqlite:${file}`);
    make();
    const { exitCode, output } = await operate({}, 'migrate', '--from', file, '--to', `sqlite:${folder}`);
    expect({ exitCode, output }).toMatchObject({ exitCode: 1, output: expect.stringMatching(/^[^\n]+\.\n$/) });
    expect(output).toContain(reason);
  }
  const restored = await runToEnd(['submissions', 'restore', former, '--yes'], { DATA_DIR: folder });
  expect(restored.output).toContain(`migrate --from ${former} --to sqlite:NEW_FILE" makes`);
  const itself = await operate({}, 'migrate', '--from', former, '--to', `sqlite:${former}`);
  expect(itself.output).toContain('name another file');
});

/** A start and a command on a database of the former release. */
async function expectFormer(environment: { [name: string]: string }, variable: string): Promise<void> {
  const sentence =
    'was written by an earlier release and stays as it is: .* migrate --to sqlite:FILE", .* migrate --from FILE --to TARGET"';
  expect(await runToEnd(['main'], environment)).toMatchObject({
    exitCode: 78,
    output: expect.stringMatching(new RegExp(`^${variable}: .*${sentence}.*$`, 'm')),
  });
  const { exitCode, output } = await operate(environment, 'list');
  expect({ exitCode, output }).toMatchObject({ exitCode: 1, output: expect.stringMatching(sentence) });
}

test('a start on a file of the former release stops with 78 and what to do, and leaves what is in it', async () => {
  const DATA_DIR = directoryUntilEnd();
  const file = databaseFile(DATA_DIR);
  copyFileSync(former, file);
  await expectFormer({ DATA_DIR }, 'DATA_DIR');
  for (const table of ['submissions', 'used_tokens', 'secrets', 'flood'])
    expect(runInFile(file, `SELECT * FROM ${table}`)).toEqual(runInFile(former, `SELECT * FROM ${table}`));
  const { output } = await operate({}, 'migrate', '--from', former, '--to', `sqlite:${DATA_DIR}`);
  expect(output).toBe(`${file} is there already and was written by an earlier release: name another file.\n`);
});

withDebianTool('postgres', () => {
  test('a start on PostgreSQL tables of the former release stops with 78 and what to do', async () => {
    const { createDatabase, query } = await sharedPostgres();
    const DATABASE_URL = await createDatabase();
    const state = 'CREATE TABLE schema_version (version, works_from) AS VALUES (2, 1)';
    await query(`SET ROLE site; ${state}; CREATE TABLE submissions (reference TEXT)`, DATABASE_URL);
    await expectFormer({ DATA_DIR: directoryUntilEnd(), DATABASE_URL }, 'DATABASE_URL');
    const { output } = await operate({}, 'migrate', '--from', former, '--to', DATABASE_URL);
    expect(output).toMatch(/^postgres:[^\n]+ holds the tables of an earlier release: name another database\.\n$/);
  });

  test('on PostgreSQL the pending mail leaves under its Message-IDs, and a repeated post is a replay', async () => {
    const url = await (await sharedPostgres()).createDatabase();
    const [folder, back] = [directoryUntilEnd(), directoryUntilEnd()];
    await migrate({}, '--from', former, '--to', `sqlite:${folder}`);
    await migrate({}, '--from', former, '--to', url);
    await migrate({ DATABASE_URL: url }, '--to', `sqlite:${back}`);
    expect(contentOf(databaseFile(back))).toEqual(contentOf(databaseFile(folder)));

    const mail = await untilEnd(startMailServer());
    const environment = { DATABASE_URL: url, SMTP_URL: mail.url, MAIL_CONFIRM: 'true', TRUST_PROXY: '1' };
    // The flood goes on.
    const app = await untilEnd(startApp({ ...environment, SUBMISSION_FLOOD: '4' }));
    expect(referenceOf(await post(app, yearly, { key }).expect(200))).toBe('AAAAA-00010');
    const due = mails.filter(([, , state, , , dueAt]) => state === 'pending' && dueAt !== later);
    const leaving = due.map(([messageId]) => messageId);
    await Promise.all(leaving.map((id) => mail.waitForMail(({ messageId }) => messageId === id)));
    expect(mail.mails.map(({ messageId }) => messageId).sort()).toEqual(leaving);
    const ofDigest = mail.mails.find(({ messageId }) => messageId?.startsWith('<digest'));
    expect(ofDigest && referencesIn(ofDigest)).toEqual(['AAAAA-00016', 'AAAAA-00017']);
  });
});
