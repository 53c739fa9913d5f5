import type { Database, Run } from '../database.ts';
import { storableText } from '../storableText.ts';
import {
  type ArrivalStatus,
  type Arrivals,
  type ArrivedMail,
  arrivalLimits,
  type FoundMail,
  type SomeSubmissions,
} from '../store.ts';
import { kindsOf, referencesIn } from './rows.ts';

const day = 24 * 60 * 60 * 1000;
/** References in a `SomeSubmissions`. */
const mostReferences = 10;
/** A bounce can be wrong: a mail that it has made `failed` may still arrive. */
const mayArrive = `sent_at IS NOT NULL AND arrived_at IS NULL
  AND (state = 'sent' OR (state = 'failed' AND bounced_at IS NOT NULL))`;

/** The submissions of some of the operator's mails, the latest first. `from`: a table or view, and a condition. */
async function someSubmissions(run: Run, from: string): Promise<SomeSubmissions> {
  const [{ amount }] = (await run(`SELECT count(*) AS amount FROM ${from}`)) as [{ amount: number }];
  if (amount === 0) return { amount, references: [] };
  const first = `SELECT reference FROM ${from} ORDER BY sent_at DESC, reference LIMIT ${mostReferences}`;
  return { amount, references: await referencesIn(run, first, []) };
}

/** The part of the store that knows which mails have arrived. */
export function arrivalsOn({ dialect: { now }, run, transaction }: Database): Arrivals {
  const isAwaited = `sent_at > ${now} - ${arrivalLimits.lookedFor}`;
  const found = 'RETURNING message_id AS "messageId", kind, reference';

  return {
    leaseMailbox: async (owner, lease) => {
      const until = `${now} + CAST($2 AS BIGINT)`;
      const change = `INSERT INTO mailbox (lease_owner, lease_until) VALUES ($1, ${until})
        ON CONFLICT (singleton) DO UPDATE SET lease_owner = $1, lease_until = ${until}
        WHERE mailbox.lease_owner = $1 OR mailbox.lease_owner IS NULL OR mailbox.lease_until NOT BETWEEN ${now} AND ${until}
        RETURNING lease_owner`;
      return (await transaction((inside) => inside(change, [owner, lease]))).length > 0;
    },
    releaseMailbox: async (owner) => {
      const release =
        'UPDATE mailbox SET lease_owner = NULL, failing_since = NULL, fault = NULL WHERE lease_owner = $1';
      await transaction((inside) => inside(release, [owner]));
    },
    awaitedMails: async () => {
      const mails = await run<{ messageId: string; age: number }>(
        `SELECT message_id AS "messageId", ${now} - pending_since AS age FROM mails
         WHERE ${isAwaited} AND ${kindsOf.operator} AND ${mayArrive} ORDER BY sent_at DESC`,
      );
      const [{ lookAge }] = (await run(
        `SELECT ${now} - coalesce((SELECT looked_at FROM mailbox), 0) AS "lookAge"`,
      )) as [{ lookAge: number }];
      return {
        messageIds: mails.map(({ messageId }) => messageId),
        age: Math.min(Math.max(0, ...mails.map((mail) => mail.age)), arrivalLimits.lookedFor),
        lookAge: Math.min(lookAge, arrivalLimits.lookedFor),
      };
    },
    recordArrival: ({ messageId, arrivedAt, folder }) => {
      const time = 'CAST($2 AS BIGINT)';
      // The error of a mail that had failed was that of its bounce.
      const change = `UPDATE mails SET state = 'sent', last_error = CASE state WHEN 'sent' THEN last_error END,
          arrived_at = CASE WHEN ${time} < sent_at THEN sent_at WHEN ${time} > ${now} THEN ${now} ELSE ${time} END, folder = $3
        WHERE message_id = $1 AND ${mayArrive} ${found}, folder, arrived_at - sent_at AS milliseconds`;
      return transaction(async (inside) => (await inside<ArrivedMail>(change, [messageId, arrivedAt, folder]))[0]);
    },
    recordBounce: ({ messageId, bouncedAt, error }) => {
      const change = `UPDATE mails SET state = 'failed', due_at = ${now}, bounced_at = $2, last_error = $3
        WHERE message_id = $1 AND state = 'sent' AND arrived_at IS NULL AND ${isAwaited}
          AND (bounced_at IS NULL OR bounced_at < $2) ${found}`;
      const values = [storableText(messageId), bouncedAt, storableText(error)];
      return transaction(async (inside) => {
        const [mail] = await inside<FoundMail>(change, values);
        // Of two bounces of one sending the later counts after a retry too.
        const later = 'UPDATE mails SET bounced_at = $2 WHERE message_id = $1 AND bounced_at < $2';
        if (!mail) await inside(later, values.slice(0, 2));
        return mail;
      });
    },
    recordLook: async (owner, { hasLooked, fault }) => {
      const looked = `looked_at = ${now}, watched_since = coalesce(watched_since, ${now} - ${arrivalLimits.missing}),`;
      const failing = `failing_since = CASE WHEN CAST($1 AS TEXT) IS NOT NULL THEN coalesce(failing_since, ${now}) END`;
      const change = `UPDATE mailbox SET ${hasLooked ? looked : ''} ${failing}, fault = $1 WHERE lease_owner = $2`;
      await transaction((inside) => inside(change, [fault, owner]));
    },
    arrivalStatus: async () => {
      type Row = Pick<ArrivalStatus, 'lookedAt' | 'fault'> & { age: number | null };
      const never: Row = { lookedAt: null, fault: null, age: null };
      const [{ lookedAt, fault, age } = never] = await run<Row>(
        `SELECT looked_at AS "lookedAt", fault, ${now} - failing_since AS age FROM mailbox`,
      );
      return {
        lookedAt,
        fault,
        faultAge: age ?? 0,
        missing: await someSubmissions(run, 'missing_mails'),
        inJunk: await someSubmissions(
          run,
          `mails WHERE ${kindsOf.operator} AND folder = 'Junk' AND arrived_at > ${now} - ${day}`,
        ),
      };
    },
  };
}
