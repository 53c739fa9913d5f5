import { truncateSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, jest, test } from '@jest/globals';
import { backup } from '../../server/operations/alarms/conditions/backup.ts';
import { databaseFile } from '../../server/outbox/sqlite/sqliteDatabase.ts';
import { openSqliteStore } from '../helpers/store/openSqliteStore.ts';
import { operate } from '../helpers/store/operate.ts';
import { directoryUntilEnd } from '../helpers/untilEnd.ts';
import { contactSubmission } from '../helpers/visitor/visitor.ts';

const day = 24 * 60 * 60 * 1000;

test('a nightly backup that is missing, old, empty, cut off or no database is an alarm', async () => {
  const [DATA_DIR, backups] = [directoryUntilEnd(), directoryUntilEnd()];
  const store = openSqliteStore(databaseFile(DATA_DIR), 'x');
  const { look } = backup(backups, store);
  const { signal } = new AbortController();
  const alarm = async () => look(signal);
  const expectAlarm = async (start: string) =>
    expect(await alarm()).toMatchObject({ level: 'error', message: expect.stringContaining(start) });
  await store.submissions.add(contactSubmission, undefined, { token: undefined, required: false });
  expect(await alarm()).toBeUndefined();
  const clock = jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 3 * day);
  await expectAlarm('There is no backup in BACKUP_DIR');
  clock.mockRestore();

  const file = path.join(backups, '1.sqlite');
  await operate({ DATA_DIR }, 'backup', file);
  expect(await alarm()).toBeUndefined();
  const old = new Date(Date.now() - 2.1 * day);
  utimesSync(file, old, old);
  await expectAlarm(
    'The newest backup in BACKUP_DIR (1.sqlite) is older than two days: "systemctl status website-backup"',
  );
  await operate({ DATA_DIR }, 'backup', file);
  truncateSync(file, 8192);
  await expectAlarm('(1.sqlite) is cut off');
  for (const [content, fault] of [
    ['', 'is empty'],
    ['x'.repeat(200), 'is no database'],
  ] as const) {
    writeFileSync(file, content);
    await expectAlarm(`(1.sqlite) ${fault}`);
  }
  await store.close();
  expect(await backup('/nowhere', store).look(signal)).toMatchObject({
    message: expect.stringContaining('BACKUP_DIR cannot be read (ENOENT)'),
  });
});
