import type { Database, Run } from '../database.ts';
import type { OutboxMail, Store } from '../store.ts';
import { domainOf, insertMails } from './insertMails.ts';
import { mailFields } from './rows.ts';

/** The part of the store that repeats mails for the operator. */
export function retryOn({ dialect: { now }, transaction }: Database): Pick<Store, 'retry'> {
  const retryOne = async (run: Run, reference: string, state: string | undefined): Promise<boolean> => {
    const [mail] = await run<OutboxMail>(
      `SELECT ${mailFields} FROM mail_submissions AS j JOIN mails AS m ON m.message_id = j.message_id
       WHERE j.reference = $1 AND m.kind <> 'confirmation'`,
      [reference],
    );
    if (state && mail?.state !== state) return false;
    if (!mail) {
      const due = `UPDATE waiting SET due_at = ${now} WHERE reference = $1 RETURNING reference`;
      return (await run(due, [reference])).length > 0;
    }
    if (mail.kind === 'notice') {
      await run(
        `UPDATE mails SET state = 'pending', attempts = 0, pending_since = ${now}, due_at = ${now}, sent_at = NULL,
          arrived_at = NULL, folder = NULL, spf = NULL, dkim = NULL, dmarc = NULL, lease_until = NULL, lease_owner = NULL WHERE message_id = $1`,
        [mail.messageId],
      );
      return true;
    }
    await run('DELETE FROM mail_submissions WHERE reference = $1 AND message_id = $2', [reference, mail.messageId]);
    await run(
      `DELETE FROM mails WHERE message_id = $1 AND NOT EXISTS
        (SELECT 1 FROM mail_submissions AS j WHERE j.message_id = mails.message_id)`,
      [mail.messageId],
    );
    await insertMails(run, now, { kind: 'notice', references: [reference], mailDomain: domainOf(mail.messageId) });
    return true;
  };

  return {
    retry: (references, state) =>
      transaction(async (run) => {
        let retried = 0;
        for (const reference of references) if (await retryOne(run, reference, state)) retried += 1;
        return retried;
      }),
  };
}
