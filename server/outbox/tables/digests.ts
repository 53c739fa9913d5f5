import { newReference } from '../../lib/reference.ts';
import type { Database, Dialect, Run } from '../database.ts';
import { digestSize, type MailQueue } from '../store.ts';
import { insertMails } from './insertMails.ts';
import { referencesIn } from './rows.ts';

async function insertDigest(run: Run, { now, isOneOf }: Dialect, references: readonly string[], mailDomain: string) {
  const messageId = `<digest-${newReference().toLowerCase()}@${mailDomain}>`;
  const these = `FROM submissions WHERE ${isOneOf('reference', '$1')}`;
  await run(
    `INSERT INTO mails (kind, message_id, pending_since, due_at) SELECT 'digest', CAST($2 AS TEXT), min(received_at), ${now} ${these}`,
    [references, messageId],
  );
  await run(`INSERT INTO mail_submissions (reference, message_id) SELECT reference, CAST($2 AS TEXT) ${these}`, [
    references,
    messageId,
  ]);
}

/** The part of the queue that gives mails to submissions that wait for a digest. */
export function digestsOn({ dialect, run, transaction }: Database, mailDomain: string): Pick<MailQueue, 'formMails'> {
  const { now, isOneOf, skipLocked } = dialect;
  return {
    formMails: async (isFlooded, size = digestSize) => {
      for (;;) {
        const [{ amount, due }] = (await run(
          `SELECT count(*) AS amount, min(due_at) - ${now} AS due
           FROM (SELECT due_at FROM waiting ORDER BY due_at LIMIT ${size}) AS first`,
        )) as [{ amount: number; due: number | null }];
        if (due === null || (isFlooded && due > 0 && amount < size)) return;
        // On the disk before it leaves: a digest keeps its Message-ID.
        const formed = await transaction(async (inside) => {
          const first = `SELECT reference FROM waiting ORDER BY due_at, reference LIMIT ${size} ${skipLocked}`;
          const references = await referencesIn(inside, first, []);
          await inside(`DELETE FROM waiting WHERE ${isOneOf('reference', '$1')}`, [references]);
          if (isFlooded && references.length > 1) await insertDigest(inside, dialect, references, mailDomain);
          else await insertMails(inside, now, { kind: 'notice', references, mailDomain });
          return references.length;
        });
        // Others are at work on the rest.
        if (formed === 0) return;
      }
    },
  };
}
