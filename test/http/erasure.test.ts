import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import request from 'supertest';
import { startApp } from '../helpers/site/app.ts';
import { runToEnd, type Site, startSite } from '../helpers/site/site.ts';
import { filesWith } from '../helpers/store/filesWith.ts';
import { receivedEarlier, runInFile, storedIn } from '../helpers/store/stored.ts';
import { directoryUntilEnd, untilEnd } from '../helpers/untilEnd.ts';
import { deliver } from '../helpers/visitor/posts.ts';
import { contactMessage, orderOf } from '../helpers/visitor/visitor.ts';

const dataDirectory = directoryUntilEnd();
const copy = path.join(dataDirectory, 'mine.sqlite');
const day = 24 * 60 * 60 * 1000;
let site: Site;
beforeAll(async () => {
  site = await startSite({ SUBMISSION_LIMIT: '1000' }, { dataDirectory });
});
afterAll(() => site.stop());

function submissions(...parameters: string[]) {
  return runToEnd(['submissions', ...parameters], { DATA_DIR: dataDirectory, BACKUP_DIR: '/srv/backups' });
}

function post(email: string, message: string = contactMessage.message): Promise<string> {
  return deliver(site, { ...contactMessage, name: `Name of ${email}`, email, message });
}
/** Matches a list with every file in which a submission is: the database, its copy and the mail. */
function everyFile(reference: string) {
  return expect.arrayContaining(['mine.sqlite', `mail/${reference}.eml`, 'submissions.sqlite']);
}

test('delete erases from the database, its write-ahead log, a copy and the mail files, while a reader is at work', async () => {
  const gone = await post('gone@visitor.example', 'Overflowing. '.repeat(70));
  const stays = await post('stays@visitor.example');
  const written = expect.arrayContaining([`mail/${gone}.eml`, 'submissions.sqlite-wal']);
  expect(filesWith(dataDirectory, 'gone@visitor.example')).toEqual(written);
  expect(await submissions('backup', copy)).toMatchObject({ exitCode: 0 });
  // As long as another connection reads an earlier state, SQLite cannot empty the write-ahead log, so `delete` must wait.
  const reader = new DatabaseSync(path.join(dataDirectory, 'submissions.sqlite'), { readOnly: true });
  reader.exec('BEGIN');
  expect(reader.prepare('SELECT count(*) AS amount FROM submissions').get()).toMatchObject({ amount: 2 });
  const deleting = submissions('delete', gone);
  const isGone = () => !storedIn(dataDirectory).some(({ reference }) => reference === gone);
  while (!isGone()) await request(site.url).get('/healthz');
  reader.close();

  expect(await deleting).toMatchObject({ exitCode: 0, output: `${gone} is erased.\n` });
  for (const text of ['gone@visitor.example', 'Overflowing. ', gone, gone.toLowerCase()])
    expect([text, filesWith(dataDirectory, text)]).toEqual([text, []]);
  expect(filesWith(dataDirectory, 'stays@visitor.example')).toEqual(everyFile(stays));
});

test('forget erases the order and the message of a person, in any letter case, and prints a record without personal data', async () => {
  const words = { name: 'Jo Soap', phone: '011 555 7777', email: 'Jo.Soap@Visitor.example' };
  const own = [await deliver(site, { ...orderOf('CXN3', 'For Jo.'), ...words }), await post('jo.soap@visitor.EXAMPLE')];
  const other = await post('jo.soap+shop@visitor.example');
  await submissions('backup', copy);
  const { exitCode, output, printed } = await submissions('forget', 'Jo <JO.SOAP@VISITOR.EXAMPLE>');
  expect(exitCode).toBe(0);
  expect(printed).toMatch(/^Erased at a person's request: [\d: -]+ SAST\nSubmissions: 2\nReferences: \S+ \S+\n$/);
  for (const reference of own) expect(printed).toContain(reference);
  expect(output).toContain('backups in BACKUP_DIR (/srv/backups)');
  for (const text of [...Object.values(words), 'For Jo.', 'jo.soap@visitor.EXAMPLE', ...own])
    expect([text, filesWith(dataDirectory, text)]).toEqual([text, []]);
  expect(filesWith(dataDirectory, 'jo.soap+shop@visitor.example')).toEqual(everyFile(other));
  expect((await submissions('forget', 'jo.soap@visitor.example')).output).toBe('Nothing of that address is stored.\n');
});

test.each(['purge', 'delete'])('after an erasure was killed half-way, %s cleans the whole database', async (verb) => {
  const reference = await post('killed@visitor.example');
  const file = path.join(dataDirectory, 'submissions.sqlite');
  // An erasure that is killed after this statement leaves no record of it. The file may still hold the deleted texts.
  runInFile(file, "DELETE FROM submissions WHERE email = 'killed@visitor.example'");
  const { exitCode } = await submissions(verb, ...(verb === 'delete' ? [reference] : []));
  const left = filesWith(dataDirectory, 'killed@visitor.example');
  expect(left.filter((name) => name.includes('sqlite'))).toEqual([]);
  // Only the verb that names the submission finds its mail, and says that the database does not have it.
  expect([exitCode, left]).toEqual(verb === 'delete' ? [1, []] : [0, [`mail/${reference}.eml`]]);
  rmSync(path.join(dataDirectory, `mail/${reference}.eml`), { force: true });
});

test('if a copy of the database cannot be opened, forget erases elsewhere, prints its record, and then names the copy', async () => {
  const reference = await post('kept@visitor.example');
  const damaged = path.join(dataDirectory, 'damaged.sqlite');
  writeFileSync(damaged, 'no database');
  const { exitCode, output, printed } = await submissions('forget', 'kept@visitor.example');
  expect(exitCode).toBe(1);
  expect(printed).toContain(`References: ${reference}\n`);
  expect(output).toMatch(`may still hold what was erased, so remove them: ${damaged} (file is not a database)`);
  expect(filesWith(dataDirectory, 'kept@visitor.example')).toEqual([]);
  rmSync(damaged);
});

test('RETENTION_DAYS after its delivery, purge and the server erase a submission from every file', async () => {
  const [old, recent] = [await post('old@visitor.example'), await post('recent@visitor.example')];
  const purged = await post('purged@visitor.example');
  receivedEarlier(dataDirectory, purged, 366 * day, 'delivered_at');
  expect(await submissions('purge')).toMatchObject({ exitCode: 0, printed: '1 erased.\n' });
  expect(filesWith(dataDirectory, 'purged@visitor.example')).toEqual([]);
  await submissions('backup', copy);
  await site.stop();
  // A server that was off for a month doubts its clock, until it has found nothing old. The mail leaves after it has looked.
  runInFile(path.join(dataDirectory, 'submissions.sqlite'), `UPDATE probe SET probed_at = probed_at - ${31 * day}`);
  const back = await startApp({ DATA_DIR: dataDirectory });
  await deliver(back);
  await back.stop();
  for (const time of ['received_at', 'delivered_at'] as const) receivedEarlier(dataDirectory, old, 21 * day, time);
  site = await startSite({ RETENTION_DAYS: '20' }, { dataDirectory });
  expect(await site.waitForLog(({ msg }) => msg === 'old submissions erased')).toMatchObject({ erased: 1 });
  for (const text of ['old@visitor.example', old]) expect([text, filesWith(dataDirectory, text)]).toEqual([text, []]);
  expect(filesWith(dataDirectory, recent)).toEqual(everyFile(recent));
});

test('if the clock is far ahead, the server erases nothing by itself, and an alarm says so', async () => {
  const directory = directoryUntilEnd();
  const right = await startApp({ DATA_DIR: directory });
  const references = [await deliver(right), await deliver(right)];
  await right.stop();
  // To a clock that is 400 days ahead, deliveries and the last writing are that old.
  for (const reference of references) receivedEarlier(directory, reference, 400 * day, 'delivered_at');
  runInFile(path.join(directory, 'submissions.sqlite'), `UPDATE probe SET probed_at = probed_at - ${400 * day}`);
  // The second start shows that the first has not come to trust the clock.
  for (let start = 0; start < 2; start += 1) {
    const ahead = await untilEnd(startSite({}, { dataDirectory: directory }));
    await ahead.waitForLog(({ alarm, level }) => alarm === 'retention' && level === 40);
    // An erasure by the server would begin before this command begins, and would work while this command works.
    await runToEnd(['submissions', 'status'], { DATA_DIR: directory });
    await ahead.stop();
  }
  expect(storedIn(directory).map(({ reference }) => reference)).toEqual(references);
});
