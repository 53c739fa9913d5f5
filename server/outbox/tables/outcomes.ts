import type { Database, Run } from '../database.ts';
import { storableText } from '../storableText.ts';
import type { Claim, MailQueue, Outcome } from '../store.ts';
import { domainOf, insertMails } from './insertMails.ts';
import { referencesIn } from './rows.ts';

/** The part of the queue that records what has become of mails. */
export function outcomesOn({ dialect, transaction }: Database): Pick<MailQueue, 'record'> {
  const { now, isOneOf } = dialect;
  // Who has claimed a mail, and at which attempt since it was made or retried, identifies the claim.
  const ofClaim = "message_id = $1 AND lease_owner = $2 AND attempts = $3 AND pending_since = $4 AND state = 'pending'";
  const released = 'lease_until = NULL, lease_owner = NULL';

  const write = async (run: Run, claim: Claim, references: readonly string[], outcome: Outcome): Promise<void> => {
    const error = outcome.error === undefined ? null : storableText(outcome.error);
    const id = [claim.messageId, claim.owner, claim.attempts, claim.pendingSince];
    if (outcome.state === 'sent')
      await run(
        `UPDATE mails SET state = 'sent', sent_at = ${now}, last_error = CAST($2 AS TEXT), ${released} WHERE message_id = $1`,
        [claim.messageId, error],
      );
    else if (outcome.state === 'pending')
      await run(
        `UPDATE mails SET due_at = ${now} + CAST($6 AS BIGINT), last_error = $5, ${released} WHERE ${ofClaim}`,
        [...id, error, outcome.delay],
      );
    else if (outcome.state === 'failed')
      await run(`UPDATE mails SET state = 'failed', last_error = $5, ${released} WHERE ${ofClaim}`, [...id, error]);
    else if ((await run(`DELETE FROM mails WHERE ${ofClaim} RETURNING message_id`, id)).length > 0)
      await insertMails(run, now, {
        kind: 'notice',
        references,
        mailDomain: domainOf(claim.messageId),
        lastError: error,
      });
  };

  return {
    record: (claim, outcome) =>
      transaction(
        async (run) => {
          const references = claim.submissions.map(({ reference }) => reference);
          const known = `SELECT reference FROM submissions WHERE ${isOneOf('reference', '$1')}`;
          const there = new Set(await referencesIn(run, known, [references]));
          const kept = references.filter((reference) => there.has(reference));
          if (kept.length > 0) await write(run, claim, kept, outcome);
          return references.filter((reference) => !there.has(reference));
        },
        // Else a digest could come back beside the notices that have left in its place.
        { isLossy: outcome.state !== 'divided' },
      ),
  };
}
