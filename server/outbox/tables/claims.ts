import { deadlines } from '../../lib/deadlines.ts';
import type { Database, Run } from '../database.ts';
import {
  type Claim,
  type ClaimOptions,
  confirmationLimits,
  type MailQueue,
  type OutboxMail,
  type Submission,
  tokenGrace,
} from '../store.ts';
import { kindsOf, mailFields, submissionFields, toSubmission } from './rows.ts';

/** When a mail is due, or its lease ends. The indexes have the same words. */
const dueAt = 'coalesce(lease_until, due_at)';

const spokenOf = `SELECT ${submissionFields} FROM submissions AS s JOIN mails AS m ON m.reference = s.reference
  WHERE m.message_id = $1`;

/** How many confirmations were tried: in a day to a mailbox and to all addresses, and to all in an hour. */
type Tried = Readonly<Record<'mailbox' | 'hourly' | 'daily', number>>;

/** Tells whether one more confirmation to a recipient would be too many. */
function confirmationLimitsOn({ dialect: { now } }: Database) {
  const { mailbox, hour, day } = confirmationLimits;
  // When a confirmation was sent, or last tried.
  const triedAt = 'coalesce(sent_at, due_at)';
  const countTried = `SELECT count(CASE WHEN recipient = $1 THEN 1 END) AS mailbox,
      count(CASE WHEN state = 'pending' OR ${triedAt} > ${now} - ${hour} THEN 1 END) AS hourly, count(*) AS daily
    FROM mails WHERE ${kindsOf.sender} AND attempts > 0 AND (state = 'pending' OR ${triedAt} > ${now} - ${day})`;
  return async (run: Run, recipient: string | null, caps: ClaimOptions['caps']): Promise<boolean> => {
    const [tried] = (await run(countTried, [recipient])) as [Tried];
    return (
      tried.mailbox >= mailbox || (caps !== undefined && (tried.hourly >= caps.hourly || tried.daily >= caps.daily))
    );
  };
}

/** The parts of the queue that lease mails. */
export function claimsOn(database: Database): Pick<MailQueue, 'claim' | 'renew'> {
  const { dialect, run: runAlone, transaction } = database;
  const { now, skipLocked, isOneOf } = dialect;
  const isBeyondLimits = confirmationLimitsOn(database);
  const isDue = (of: ClaimOptions['of']) => `state = 'pending' AND ${kindsOf[of]} AND ${dueAt} <= ${now}`;
  const lease = `UPDATE mails SET attempts = attempts + 1, lease_until = ${now} + CAST($2 AS BIGINT), lease_owner = $3
    WHERE message_id = $1 RETURNING lease_until`;

  const claimNext = async (
    run: Run,
    { of, owner, lease: milliseconds, caps }: ClaimOptions,
  ): Promise<Claim | undefined> => {
    // One worker at a time counts, so that all together keep the limit.
    if (of === 'sender') for (const lock of dialect.lockConfirmations) await run(lock);
    for (;;) {
      const [next] = await run<OutboxMail & { recipient: string | null }>(
        `SELECT ${mailFields}, recipient FROM mails AS m WHERE ${isDue(of)}
         ORDER BY ${dueAt}, message_id LIMIT 1 ${skipLocked}`,
      );
      if (!next) return undefined;
      if (of === 'sender' && next.attempts === 0 && (await isBeyondLimits(run, next.recipient, caps))) {
        await run("UPDATE mails SET state = 'skipped' WHERE message_id = $1", [next.messageId]);
        continue;
      }
      const [submission] = (await run(spokenOf, [next.messageId])) as [Submission];
      const leased = await run<{ lease_until: number }>(lease, [next.messageId, milliseconds, owner]);
      return {
        messageId: next.messageId,
        kind: next.kind,
        attempts: next.attempts + 1,
        pendingSince: next.pendingSince,
        leaseUntil: Number(leased[0]?.lease_until),
        owner,
        submission: toSubmission(submission),
      };
    }
  };

  return {
    claim: async (options) => {
      // Every server is woken for each submission: most find nothing.
      if ((await runAlone(`SELECT 1 FROM mails WHERE ${isDue(options.of)} LIMIT 1`)).length === 0) return undefined;
      // A lease need not outlive this machine.
      return transaction((run) => claimNext(run, options));
    },
    renew: async ([first, ...more], milliseconds) => {
      if (!first) return;
      const messageIds = [first, ...more].map(({ messageId }) => messageId);
      const renewal = `UPDATE mails SET lease_until = ${now} + CAST($2 AS BIGINT)
        WHERE ${isOneOf('message_id', '$1')} AND lease_owner = $3 AND state = 'pending'`;
      await transaction((run) => run(renewal, [messageIds, milliseconds, first.owner]));
    },
  };
}

/** The parts of the queue that look at when mails are due. */
export function dueTimesOn({ dialect, run, transaction }: Database): Pick<MailQueue, 'nextDue' | 'keepUp'> {
  const { now, skipLocked } = dialect;
  const next = (of: ClaimOptions['of']) =>
    `SELECT min(${dueAt}) AS due FROM mails WHERE state = 'pending' AND ${kindsOf[of]}`;
  const isTooLate = (time: string) => `${time} > ${now} + ${deadlines.mail.longestWait}`;
  return {
    nextDue: async (of) => {
      const [{ due }] = (await run(`SELECT due - ${now} AS due FROM (${next(of)}) AS times`)) as [
        { due: number | null },
      ];
      return due ?? undefined;
    },
    keepUp: async (lease) => {
      const changes = [
        ...Object.values(kindsOf).map(
          (kinds) => `UPDATE mails SET due_at = ${now}, lease_until = CASE WHEN lease_until IS NULL THEN NULL
            ELSE ${now} + ${lease} END WHERE state = 'pending' AND ${kinds} AND ${isTooLate(dueAt)}`,
        ),
        // Another server may be deleting the same.
        `DELETE FROM used_tokens WHERE id IN
          (SELECT id FROM used_tokens WHERE expires_at < ${now} - ${tokenGrace} ${skipLocked})`,
      ];
      for (const change of changes) await transaction((inside) => inside(change));
    },
  };
}
