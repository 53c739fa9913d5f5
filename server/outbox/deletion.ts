import { setTimeout as sleep } from 'node:timers/promises';
import { deadlines } from '../lib/deadlines.ts';
import { type Database, type Dialect, type Run, referencesIn } from './database.ts';

/**
 * Deletes submissions with their mails. Without `force`, keeps a submission while its mail is being sent: a server without SMTP_URL
 * could write the mail to a file after the deletion. Skips locked rows, so there is no deadlock. Resolves with the kept references.
 */
export async function deleteIn(
  run: Run,
  { now, isOneOf, skipLocked }: Dialect,
  references: readonly string[],
  force: boolean,
): Promise<string[]> {
  // On PostgreSQL, `skipLocked` also locks these mails, so that no other process takes them meanwhile.
  const locked = await run<{ message_id: string }>(
    `SELECT message_id FROM mails WHERE ${isOneOf('reference', '$1')}
      AND (CAST($2 AS BOOLEAN) OR coalesce(lease_until, 0) <= ${now}) ${skipLocked}`,
    [references, force],
  );
  const deletable = await referencesIn(
    run,
    `SELECT reference FROM submissions AS s WHERE ${isOneOf('reference', '$1')} AND NOT EXISTS (SELECT 1 FROM mails AS m
      WHERE m.reference = s.reference AND NOT ${isOneOf('m.message_id', '$2')}) ${skipLocked}`,
    [references, locked.map(({ message_id }) => message_id)],
  );
  await run(`DELETE FROM submissions WHERE ${isOneOf('reference', '$1')}`, [deletable]);
  return referencesIn(run, `SELECT reference FROM submissions WHERE ${isOneOf('reference', '$1')}`, [references]);
}

/** Deletes submissions with their mails. Waits for mails that are being sent, but at most `deadlines.operator.mail`. */
export async function deleteAll({ dialect, transaction }: Database, references: readonly string[]): Promise<void> {
  const end = performance.now() + deadlines.operator.mail;
  let left = references;
  while (left.length > 0) {
    const force = performance.now() > end;
    // On SQLite, the deletion of 100 submissions blocks the server's writes for some milliseconds.
    const underWay = await transaction((run) => deleteIn(run, dialect, left.slice(0, 100), force));
    left = [...left.slice(100), ...underWay];
    // Meanwhile the server can write, and the sending of mails can end.
    if (left.length > 0) await sleep(10);
  }
}
