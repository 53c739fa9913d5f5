import { type Database, type Dialect, oneRow, type Run, referencesIn } from './database.ts';
import type { MailFolder, MailKind } from './mails.ts';
import { storableText } from './storableText.ts';

/** How long a mail is looked for, and the time after which it is missing, in milliseconds. */
export const arrivalLimits = { lookedFor: 7 * 24 * 60 * 60 * 1000, missing: 15 * 60 * 1000 } as const;

/** Why the operator's mailbox cannot be looked into. */
export type MailboxFault = 'login' | 'tls' | 'folder' | 'connection';

/** Some submissions: how many, and the references of the first ten. */
export type SomeSubmissions = { readonly amount: number; readonly references: readonly string[] };

/** What is known of the arrival of the operator's mails. Times are milliseconds since 1970. */
export type ArrivalStatus = {
  /** When the mailbox was last looked into. */
  readonly lookedAt: number | null;
  readonly fault: MailboxFault | null;
  /** Milliseconds since the fault began. */
  readonly faultAge: number;
  /** Sent 15 minutes before the last look, and not found. Those sent before the first look may have been moved. */
  readonly missing: SomeSubmissions;
  /** Arrived in the last 24 hours in the folder for junk. */
  readonly inJunk: SomeSubmissions;
};

/** The operator's mails of the last seven days that were not found. */
export type AwaitedMails = {
  /** The latest first. */
  readonly messageIds: readonly string[];
  /** Milliseconds since the first of these mails may have come, and since the last look: seven days at most. */
  readonly age: number;
  readonly lookAge: number;
};

/** A mail of which something was found in the mailbox. */
export type FoundMail = { readonly messageId: string; readonly kind: MailKind; readonly reference: string };

/** A copy of a mail. `arrivedAt`: by the mail server's clock. */
export type FoundCopy = { readonly messageId: string; readonly arrivedAt: number; readonly folder: MailFolder };

/** `milliseconds`: from sent to arrived. */
export type ArrivedMail = FoundMail & { readonly folder: MailFolder; readonly milliseconds: number };

type Bounced = { readonly messageId: string; readonly bouncedAt: number; readonly error: string };

const day = 24 * 60 * 60 * 1000;
/** References in a `SomeSubmissions`. */
const mostReferences = 10;

function some(references: readonly string[]): SomeSubmissions {
  return { amount: references.length, references: references.slice(0, mostReferences) };
}

async function awaitedMails(run: Run, { now }: Dialect): Promise<AwaitedMails> {
  const { lookedFor } = arrivalLimits;
  const mails = await run<{ messageId: string; age: number }>(
    `SELECT message_id AS "messageId", ${now} - pending_since AS age FROM awaited_mails
     WHERE sent_at > ${now} - ${lookedFor} ORDER BY sent_at DESC`,
  );
  const { lookAge } = await oneRow<{ lookAge: number }>(
    run,
    `SELECT ${now} - coalesce((SELECT looked_at FROM mailbox), 0) AS "lookAge"`,
  );
  return {
    messageIds: mails.map(({ messageId }) => messageId),
    age: Math.min(Math.max(0, ...mails.map(({ age }) => age)), lookedFor),
    lookAge: Math.min(lookAge, lookedFor),
  };
}

async function statusOf(run: Run, { now }: Dialect): Promise<ArrivalStatus> {
  const [row] = await run<{ lookedAt: number | null; fault: MailboxFault | null; faultAge: number | null }>(
    `SELECT looked_at AS "lookedAt", fault, ${now} - failing_since AS "faultAge" FROM mailbox`,
  );
  return {
    lookedAt: row?.lookedAt ?? null,
    fault: row?.fault ?? null,
    faultAge: row?.faultAge ?? 0,
    missing: some(await referencesIn(run, 'SELECT reference FROM missing_mails ORDER BY sent_at DESC, reference')),
    inJunk: some(
      await referencesIn(
        run,
        `SELECT reference FROM mails WHERE kind = 'notice' AND folder = 'Junk' AND arrived_at > ${now} - ${day}
         ORDER BY sent_at DESC, reference`,
      ),
    ),
  };
}

export type Mailbox = ReturnType<typeof mailboxIn>;

/** What became of mails after the mail server had taken them, as one of many processes finds it in the operator's mailbox. */
export function mailboxIn({ dialect, run, transaction }: Database) {
  const { now } = dialect;
  return {
    /** Whether this process may look for the next `lease` milliseconds. */
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
      const change = 'UPDATE mailbox SET lease_owner = NULL, failing_since = NULL, fault = NULL WHERE lease_owner = $1';
      await run(change, [owner]);
    },
    awaitedMails: () => awaitedMails(run, dialect),
    /** Resolves with the mail if it was not found before. */
    recordArrival: async ({ messageId, arrivedAt, folder }: FoundCopy): Promise<ArrivedMail | undefined> => {
      // The error of a mail that had failed was that of its bounce. The mail server's clock may be wrong.
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
    /** Makes a mail that has not arrived `failed`. Resolves with it, unless the bounce is not newer than the last. */
    recordBounce: ({ messageId, bouncedAt, error }: Bounced): Promise<FoundMail | undefined> =>
      transaction(async (inside) => {
        const [mail] = await inside<FoundMail>(
          `UPDATE mails SET state = 'failed', due_at = ${now}, bounced_at = $2, last_error = $3
           WHERE message_id = $1 AND state = 'sent' AND arrived_at IS NULL
            AND sent_at > ${now} - ${arrivalLimits.lookedFor} AND (bounced_at IS NULL OR bounced_at < $2)
           RETURNING message_id AS "messageId", kind, reference`,
          [storableText(messageId), bouncedAt, storableText(error)],
        );
        // Remembers the newest bounce: after a retry, an old one that still lies in the mailbox is not of the new sending.
        if (!mail)
          await inside('UPDATE mails SET bounced_at = $2 WHERE message_id = $1 AND bounced_at < $2', [
            storableText(messageId),
            bouncedAt,
          ]);
        return mail;
      }),
    /** By who has the lease. `hasLooked`: whether mails that were there were found. */
    recordLook: async (
      owner: string,
      { hasLooked, fault }: { readonly hasLooked: boolean; readonly fault: MailboxFault | null },
    ): Promise<void> => {
      await run(
        `UPDATE mailbox SET fault = $1, looked_at = CASE WHEN CAST($3 AS BOOLEAN) THEN ${now} ELSE looked_at END,
          watched_since = CASE WHEN CAST($3 AS BOOLEAN) THEN coalesce(watched_since, ${now} - ${arrivalLimits.missing})
            ELSE watched_since END,
          failing_since = CASE WHEN CAST($1 AS TEXT) IS NOT NULL THEN coalesce(failing_since, ${now}) END
         WHERE lease_owner = $2`,
        [fault, owner, hasLooked],
      );
    },
    status: () => statusOf(run, dialect),
  };
}
