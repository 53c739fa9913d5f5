import type { Database } from '../database.ts';
import { storableText } from '../storableText.ts';
import type { MailQueue } from '../store.ts';

/** The part of the queue that records what has become of mails. */
export function outcomesOn({ dialect: { now }, transaction }: Database): Pick<MailQueue, 'record'> {
  // Who has claimed a mail, and at which attempt since it was made or retried, identifies the claim.
  const ofClaim = "message_id = $1 AND lease_owner = $2 AND attempts = $3 AND pending_since = $4 AND state = 'pending'";
  const released = 'lease_until = NULL, lease_owner = NULL';
  return {
    record: ({ messageId, owner, attempts, pendingSince }, outcome) =>
      transaction(async (run) => {
        if ((await run('SELECT 1 FROM mails WHERE message_id = $1', [messageId])).length === 0) return true;
        const error = outcome.error === undefined ? null : storableText(outcome.error);
        const claim = [messageId, owner, attempts, pendingSince];
        if (outcome.state === 'sent')
          await run(
            `UPDATE mails SET state = 'sent', sent_at = ${now}, last_error = CAST($2 AS TEXT), ${released} WHERE message_id = $1`,
            [messageId, error],
          );
        else if (outcome.state === 'failed')
          await run(`UPDATE mails SET state = 'failed', last_error = $5, ${released} WHERE ${ofClaim}`, [
            ...claim,
            error,
          ]);
        else
          await run(
            `UPDATE mails SET due_at = ${now} + CAST($6 AS BIGINT), last_error = $5, ${released} WHERE ${ofClaim}`,
            [...claim, error, outcome.delay],
          );
        return false;
      }),
  };
}
