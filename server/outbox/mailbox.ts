import { day, minute } from '../lib/times.ts';
import { type Database, oneRow, type Run, referencesIn } from './database.ts';
import type { MailFolder, MailKind } from './mails.ts';

/** In milliseconds from sending. After `missing` without a copy, a notification is missing. After `lookedFor`, nobody looks for it. */
const arrivalLimits = { lookedFor: 7 * day, missing: 15 * minute } as const;

/** The notifications that were sent between seven days and 15 minutes before the last look, and were not found. */
export const missingMails = `(SELECT m.* FROM mails AS m JOIN mailbox AS b ON m.sent_at >= b.watched_since
  AND m.sent_at BETWEEN b.looked_at - ${arrivalLimits.lookedFor} AND b.looked_at - ${arrivalLimits.missing}
  WHERE m.state = 'sent' AND m.kind = 'notice' AND m.arrived_at IS NULL) AS missing`;

export type MailboxFault = 'login' | 'tls' | 'folder' | 'connection';

/** Some submissions: how many, and the references of the first ten. */
export type SomeSubmissions = { readonly amount: number; readonly references: readonly string[] };

export type ArrivalStatus = {
  /** When the mailbox was last read, in milliseconds since 1970. */
  readonly lookedAt: number | null;
  readonly fault: MailboxFault | null;
  /** For how many milliseconds the mailbox cannot be read. 0: it can. */
  readonly faultAge: number;
  /** Sent notifications that were not found after 15 minutes. One sent more than 15 minutes before the first look never counts. */
  readonly missing: SomeSubmissions;
  /** Notifications that arrived in the junk folder in the last 24 hours. */
  readonly inJunk: SomeSubmissions;
};

/**
 * The notifications of the last seven days whose copies were not found yet, the last one first. Ages are in milliseconds: of a mail
 * since it was made or last retried, of the oldest mail, and of the last look into the mailbox, the last two at most seven days.
 */
export type AwaitedMails = {
  readonly mails: readonly { readonly messageId: string; readonly reference: string; readonly age: number }[];
  readonly age: number;
  readonly lookAge: number;
};

export type FoundMail = { readonly messageId: string; readonly kind: MailKind; readonly reference: string };

/** A copy of a mail. `arrivedAt` is in milliseconds since 1970, on the mail server's clock. */
export type FoundCopy = { readonly messageId: string; readonly arrivedAt: number; readonly folder: MailFolder };

/** `milliseconds`: the time between sending and arrival. */
export type ArrivedMail = FoundMail & { readonly folder: MailFolder; readonly milliseconds: number };

/** `messageIds`: also those of other mails, which are ignored. */
type Bounced = { readonly messageIds: readonly string[]; readonly bouncedAt: number; readonly error: string };

async function someOf(run: Run, sql: string): Promise<SomeSubmissions> {
  const references = await referencesIn(run, sql);
  return { amount: references.length, references: references.slice(0, 10) };
}

export type Mailbox = ReturnType<typeof mailboxIn>;

/** Records which mails arrived in the operator's mailbox, and which bounced. Only the process with the lease reads the mailbox. */
export function mailboxIn({ dialect, run }: Database) {
  const { now, isOneOf } = dialect;
  return {
    /** Resolves with true if this process, and no other, may read the mailbox for the next `lease` milliseconds. */
    lease: async (owner: string, lease: number): Promise<boolean> => {
      const leased = await run(
        `INSERT INTO mailbox (lease_owner, lease_until) VALUES ($1, ${now} + CAST($2 AS BIGINT))
         ON CONFLICT (singleton) DO UPDATE SET lease_owner = $1, lease_until = ${now} + CAST($2 AS BIGINT)
         WHERE mailbox.lease_owner = $1 OR mailbox.lease_owner IS NULL OR mailbox.lease_until <= ${now}
         RETURNING lease_owner`,
        [owner, lease],
      );
      return leased.length > 0;
    },
    release: async (owner: string): Promise<void> => {
      await run('UPDATE mailbox SET lease_owner = NULL WHERE lease_owner = $1', [owner]);
    },
    awaitedMails: async (): Promise<AwaitedMails> => {
      const { lookedFor } = arrivalLimits;
      const mails = await run<AwaitedMails['mails'][number]>(
        `SELECT message_id AS "messageId", reference, ${now} - pending_since AS age FROM awaited_mails
         WHERE sent_at > ${now} - ${lookedFor} ORDER BY sent_at DESC`,
      );
      const { lookAge } = await oneRow<{ lookAge: number }>(
        run,
        `SELECT ${now} - coalesce((SELECT looked_at FROM mailbox), 0) AS "lookAge"`,
      );
      const age = Math.min(Math.max(0, ...mails.map((mail) => mail.age)), lookedFor);
      return { mails, age, lookAge: Math.min(lookAge, lookedFor) };
    },
    /** Records the first copy of a mail, and resolves with the mail. Undefined: the mail is not awaited, or was found before. */
    recordArrival: async ({ messageId, arrivedAt, folder }: FoundCopy): Promise<ArrivedMail | undefined> => {
      // Removes the error of a bounce. Keeps `arrived_at` between `sent_at` and now: the mail server's clock may be wrong.
      const [arrived] = await run<ArrivedMail>(
        `UPDATE mails SET state = 'sent', last_error = CASE state WHEN 'sent' THEN last_error END, folder = $3,
          arrived_at = CASE WHEN CAST($2 AS BIGINT) < sent_at THEN sent_at WHEN CAST($2 AS BIGINT) > ${now} THEN ${now}
            ELSE CAST($2 AS BIGINT) END
         WHERE message_id = $1 AND message_id IN (SELECT message_id FROM awaited_mails)
         RETURNING message_id AS "messageId", kind, reference, folder, arrived_at - sent_at AS milliseconds`,
        [messageId, arrivedAt, folder],
      );
      return arrived;
    },
    /** Makes a mail `failed`, and resolves with the mail. Ignores a bounce that is known already, or whose mail has arrived. */
    recordBounce: async ({ messageIds, bouncedAt, error }: Bounced): Promise<FoundMail | undefined> => {
      const [mail] = await run<FoundMail>(
        `UPDATE mails SET state = 'failed', due_at = ${now}, bounced_at = $2, last_error = $3
         WHERE ${isOneOf('message_id', '$1')} AND state = 'sent' AND arrived_at IS NULL
          AND sent_at > ${now} - ${arrivalLimits.lookedFor}
         RETURNING message_id AS "messageId", kind, reference`,
        [messageIds, bouncedAt, error],
      );
      return mail;
    },
    /** Records a look by the process with the lease. `fault`: why the mailbox could not be read; null: the mailbox was read. */
    recordLook: async (owner: string, fault: MailboxFault | null): Promise<void> => {
      const watchedSince = `coalesce(watched_since, ${now} - ${arrivalLimits.missing})`;
      const times = fault
        ? `failing_since = coalesce(failing_since, ${now})`
        : `failing_since = NULL, looked_at = ${now}, watched_since = ${watchedSince}`;
      await run(`UPDATE mailbox SET fault = $2, ${times} WHERE lease_owner = $1`, [owner, fault]);
    },
    status: async (): Promise<ArrivalStatus> => {
      const [look = { lookedAt: null, fault: null, faultAge: 0 }] = await run<
        Omit<ArrivalStatus, 'missing' | 'inJunk'>
      >(`SELECT looked_at AS "lookedAt", fault, coalesce(${now} - failing_since, 0) AS "faultAge" FROM mailbox`);
      const missing = await someOf(run, `SELECT reference FROM ${missingMails} ORDER BY sent_at DESC, reference`);
      const inJunk = await someOf(
        run,
        `SELECT reference FROM mails WHERE kind = 'notice' AND folder = 'Junk' AND arrived_at > ${now} - ${day}
         ORDER BY sent_at DESC, reference`,
      );
      return { ...look, missing, inJunk };
    },
  };
}
