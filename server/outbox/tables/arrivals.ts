import type { Database, Run, Value } from '../database.ts';
import { storableText } from '../storableText.ts';
import {
  type ArrivalStatus,
  type Arrivals,
  type ArrivedMail,
  type Authentication,
  arrivalLimits,
  type FoundMail,
  type OutboxMail,
  type SomeSubmissions,
  type Store,
} from '../store.ts';
import { isMissing, kindsOf, referencesIn } from './rows.ts';

const day = 24 * 60 * 60 * 1000;
/** References in a `SomeSubmissions`. */
const mostReferences = 10;
/** A bounce can be wrong: a mail that it has made `failed` may still arrive. */
const mayArrive = `sent_at IS NOT NULL AND arrived_at IS NULL
  AND (state = 'sent' OR (state = 'failed' AND bounced_at IS NOT NULL))`;

/** Runs a change of one mail. Resolves with it if it was changed. `more`: further fields of it. */
async function foundMail<More>(
  run: Run,
  change: string,
  values: readonly Value[],
  more = '',
): Promise<(FoundMail & More) | undefined> {
  const [mail] = await run<Omit<FoundMail, 'references'> & More>(
    `${change} RETURNING message_id AS "messageId", kind${more}`,
    values,
  );
  const spokenOf = 'SELECT reference FROM mail_submissions WHERE message_id = $1 ORDER BY reference';
  return mail && { ...mail, references: await referencesIn(run, spokenOf, [mail.messageId]) };
}

/** The submissions of the operator's mails that fit a condition of `mails AS m`, the latest first. */
async function someSubmissions(run: Run, condition: string): Promise<SomeSubmissions> {
  const from = `FROM mails AS m JOIN mail_submissions AS j ON j.message_id = m.message_id
    WHERE m.${kindsOf.operator} AND ${condition}`;
  const [{ amount }] = (await run(`SELECT count(*) AS amount ${from}`)) as [{ amount: number }];
  if (amount === 0) return { amount, references: [] };
  const first = `SELECT j.reference ${from} ORDER BY m.sent_at DESC, j.reference LIMIT ${mostReferences}`;
  return { amount, references: await referencesIn(run, first, []) };
}

/** The part of the store that knows which mails have arrived. */
export function arrivalsOn({ dialect: { now }, run, transaction }: Database): Omit<Arrivals, 'arrivalStatus'> {
  const isLossy = { isLossy: true };
  const time = 'CAST($2 AS BIGINT)';
  // The error of one that had failed was that of its bounce.
  const arrival = `UPDATE mails SET state = 'sent', last_error = CASE state WHEN 'sent' THEN last_error END,
      arrived_at = CASE WHEN ${time} < sent_at THEN sent_at WHEN ${time} > ${now} THEN ${now} ELSE ${time} END,
      seen_at = ${time}, folder = $3, spf = $4, dkim = $5, dmarc = $6
    WHERE message_id = $1 AND ${mayArrive} AND (seen_at IS NULL OR seen_at < ${time})`;
  const isAwaited = `sent_at > ${now} - ${arrivalLimits.lookedFor}`;

  return {
    leaseMailbox: async (owner, lease) => {
      const until = `${now} + CAST($2 AS BIGINT)`;
      const change = `INSERT INTO mailbox (lease_owner, lease_until) VALUES ($1, ${until})
        ON CONFLICT (singleton) DO UPDATE SET lease_owner = $1, lease_until = ${until}
        WHERE mailbox.lease_owner = $1 OR mailbox.lease_owner IS NULL OR mailbox.lease_until NOT BETWEEN ${now} AND ${until}
        RETURNING lease_owner`;
      return (await transaction((inside) => inside(change, [owner, lease]), isLossy)).length > 0;
    },
    releaseMailbox: async (owner) => {
      const release =
        'UPDATE mailbox SET lease_owner = NULL, failing_since = NULL, fault = NULL WHERE lease_owner = $1';
      await transaction((inside) => inside(release, [owner]), isLossy);
    },
    awaitedMails: async () => {
      type Row = Pick<OutboxMail, 'messageId'> & { hasTwin: boolean; age: number };
      const mails = await run<Row>(
        `SELECT message_id AS "messageId", kind = 'notice' AND last_error IS NOT NULL AS "hasTwin", ${now} - pending_since AS age
         FROM mails WHERE ${isAwaited} AND ${kindsOf.operator} AND ${mayArrive} ORDER BY sent_at DESC`,
      );
      const [{ age }] = (await run(`SELECT ${now} - coalesce((SELECT looked_at FROM mailbox), 0) AS age`)) as [
        { age: number },
      ];
      return {
        mails: mails.map(({ messageId, hasTwin }) => ({ messageId, hasTwin: Boolean(hasTwin) })),
        age: Math.min(Math.max(age, ...mails.map((mail) => mail.age)), arrivalLimits.lookedFor),
      };
    },
    recordArrival: ({ messageId, arrivedAt, folder, spf, dkim, dmarc }) =>
      transaction(async (inside) => {
        const values = [messageId, arrivedAt, folder, spf, dkim, dmarc];
        const more = ', folder, arrived_at - sent_at AS milliseconds';
        const found = await foundMail<Pick<ArrivedMail, 'folder' | 'milliseconds'>>(inside, arrival, values, more);
        if (!found)
          await inside('UPDATE mails SET seen_at = $2 WHERE message_id = $1 AND seen_at < $2', [messageId, arrivedAt]);
        return found;
      }, isLossy),
    recordBounce: ({ messageId, bouncedAt, error }) =>
      transaction(async (inside) => {
        const values = [storableText(messageId), bouncedAt];
        const change = `UPDATE mails SET state = 'failed', due_at = ${now}, bounced_at = $2, last_error = $3
          WHERE message_id = $1 AND state = 'sent' AND arrived_at IS NULL AND ${isAwaited}
            AND (bounced_at IS NULL OR bounced_at < $2)`;
        const found = await foundMail(inside, change, [...values, storableText(error)]);
        if (!found) await inside('UPDATE mails SET bounced_at = $2 WHERE message_id = $1 AND bounced_at < $2', values);
        return found;
      }, isLossy),
    recordLook: async (owner, { hasLooked, fault }) => {
      // After a day without a look, mails may have been moved to where nobody looks.
      const limit = arrivalLimits.missing;
      const late = (value: string, column: string) =>
        `${column} = CASE WHEN looked_at < ${now} - ${day} THEN ${value} ELSE ${column} END`;
      const looked = `looked_at = ${now}, watched_since = coalesce(watched_since, ${now} - ${limit}),
        ${late(`looked_at - ${limit}`, 'unwatched_from')}, ${late(`${now} - ${limit}`, 'unwatched_to')},`;
      const failing = `failing_since = CASE WHEN CAST($1 AS TEXT) IS NOT NULL THEN coalesce(failing_since, ${now}) END`;
      const change = `UPDATE mailbox SET ${hasLooked ? looked : ''} ${failing}, fault = $1 WHERE lease_owner = $2`;
      await transaction((inside) => inside(change, [fault, owner]), isLossy);
    },
  };
}

/** The part of the store that tells what is known of arrivals. */
export function arrivalStatusOn({
  dialect: { now },
  run,
}: Pick<Database, 'dialect' | 'run'>): Pick<Store, 'arrivalStatus'> {
  const arrivedToday = `m.arrived_at > ${now} - ${day}`;
  // Of the three words, the worst is the first in the alphabet.
  const worst = `SELECT min(m.spf) AS spf, min(m.dkim) AS dkim, min(m.dmarc) AS dmarc FROM mails AS m
    WHERE ${arrivedToday} AND m.${kindsOf.operator}`;
  const notPassed = "(m.spf <> 'pass' OR m.dkim <> 'pass' OR m.dmarc <> 'pass')";
  return {
    arrivalStatus: async () => {
      type Row = Pick<ArrivalStatus, 'lookedAt' | 'fault'> & { age: number | null };
      const never: Row = { lookedAt: null, fault: null, age: null };
      const [{ lookedAt, fault, age } = never] = await run<Row>(
        `SELECT looked_at AS "lookedAt", fault, ${now} - failing_since AS age FROM mailbox`,
      );
      const [checks] = (await run(worst)) as [Authentication];
      return {
        lookedAt,
        fault,
        faultAge: age ?? 0,
        missing: await someSubmissions(run, isMissing),
        inJunk: await someSubmissions(run, `${arrivedToday} AND m.folder = 'Junk'`),
        unauthenticated: { ...(await someSubmissions(run, `${arrivedToday} AND ${notPassed}`)), ...checks },
      };
    },
  };
}
