import { day, hour } from '../lib/times.ts';
import { type Database, type Dialect, oneRow, type Run } from './database.ts';
import { comparableAddress, type Submission, withBooleans } from './submission.ts';

/** `notice`: the notification to the operator. `confirmation`: the mail to the sender of the submission. */
export type MailKind = 'notice' | 'confirmation';

/** The folders where the server looks for a mail: the INBOX, and folders with these special uses (RFC 6154). */
export const mailFolders = ['INBOX', 'All', 'Archive', 'Junk'] as const;
export type MailFolder = (typeof mailFolders)[number];

/** The copy of a mail that was found in the operator's mailbox. Both fields are null if no copy was found. */
export type Arrival = { readonly arrivedAt: number | null; readonly folder: MailFolder | null };

/** A stored mail. Times are milliseconds since 1970. */
export type OutboxMail = Arrival & {
  readonly messageId: string;
  readonly kind: MailKind;
  /** `failed`: refused, given up or bounced. `skipped`: a confirmation beyond the caps or `dailyPerRecipient`, or not wanted. */
  readonly state: 'pending' | 'sent' | 'failed' | 'skipped';
  readonly attempts: number;
  /** When the mail was made or last retried. `attempts`, and the time until the mail is given up, count from here. */
  readonly pendingSince: number;
  readonly dueAt: number;
  /** A process may be sending the mail until this time. Null: no process is sending the mail. */
  readonly leaseUntil: number | null;
  readonly lastError: string | null;
  /** Why a mail waits although the mail server works: our configuration is wrong. */
  readonly fault: 'configuration' | null;
  readonly sentAt: number | null;
};

export type TakenMail = Pick<OutboxMail, 'messageId' | 'kind' | 'attempts' | 'pendingSince'> & {
  readonly leaseUntil: number;
  readonly owner: string;
  readonly submission: Submission;
};

/** The state of a taken mail after an attempt to send it. */
export type NextState =
  /** `reason`: why the mail server refused the visitor's text. Set if a shorter mail without this text was sent instead. */
  | { readonly state: 'sent'; readonly reason?: string | undefined }
  /** The mail is due again after `delay` milliseconds. */
  | { readonly state: 'pending'; readonly delay: number; readonly reason: string; readonly fault?: 'configuration' }
  | { readonly state: 'failed'; readonly reason: string };

/** The most confirmations to one recipient in a day. They may go to people whose e-mail address somebody else has typed. */
const dailyPerRecipient = 3;

export type TakeOptions = {
  readonly kind: MailKind;
  readonly owner: string;
  /** Milliseconds until another process may take the mail, unless the lease is renewed. */
  readonly lease: number;
  /** The Message-IDs of mails not to take. This process is sending them, but if the store failed, their leases may be over. */
  readonly except: readonly string[];
  /** The most confirmations to all senders together, in an hour and in a day. The rest of the provider's quota is for notifications. */
  readonly caps: { readonly hourly: number; readonly daily: number };
};

/** The mailbox of an e-mail address: the address in lower case, without the part between `+` and `@` (RFC 5233). */
export function recipientOf(address: string): string {
  const comparable = comparableAddress(address) ?? address;
  const [name = ''] = comparable.split('+', 1);
  return comparable.includes('+') ? `${name}${comparable.slice(comparable.lastIndexOf('@'))}` : comparable;
}

/** Adds a mail, due at once. `mailDomain`: the part after the `@` in its Message-ID. `sender`: who gets a confirmation. */
export async function insertMail(
  run: Run,
  { now }: Dialect,
  kind: MailKind,
  reference: string,
  mailDomain: string,
  sender?: string,
): Promise<void> {
  const messageId = `<${kind === 'notice' ? '' : `${kind}-`}${reference.toLowerCase()}@${mailDomain}>`;
  await run(
    `INSERT INTO mails (message_id, reference, kind, recipient, pending_since, due_at)
     VALUES ($1, $2, $3, CAST($4 AS TEXT), ${now}, ${now})`,
    [messageId, reference, kind, sender === undefined ? null : recipientOf(sender)],
  );
}

/** The Message-ID of a mail before a person had it sent again. `retry` writes a number before the `@`, and a reference has no dot. */
export function firstMessageId(messageId: string): string {
  return messageId.replace(/\.\d+@/, '@');
}

type LeasedRow = Omit<TakenMail, 'owner' | 'submission'> & Readonly<{ reference: string; recipient: string | null }>;

export const selectByReference = 'SELECT * FROM listed_submissions WHERE reference = $1';

/** Whether this confirmation would exceed a cap. Does not count its own row, where an attempt is counted already. */
async function isBeyondCap(
  run: Run,
  { now }: Dialect,
  { messageId, recipient }: LeasedRow,
  caps: TakeOptions['caps'],
): Promise<boolean> {
  const { mailbox, hourly, daily } = await oneRow<Record<'mailbox' | 'hourly' | 'daily', number>>(
    run,
    `SELECT count(CASE WHEN recipient = $1 THEN 1 END) AS mailbox,
      count(CASE WHEN state = 'pending' OR coalesce(sent_at, due_at) > ${now} - ${hour} THEN 1 END) AS hourly,
      count(*) AS daily
     FROM mails WHERE kind = 'confirmation' AND attempts > 0 AND message_id <> $2
      AND (state = 'pending' OR coalesce(sent_at, due_at) > ${now} - ${day})`,
    [recipient, messageId],
  );
  return mailbox >= dailyPerRecipient || hourly >= caps.hourly || daily >= caps.daily;
}

async function takeNext(run: Run, dialect: Dialect, options: TakeOptions): Promise<TakenMail | undefined> {
  // Only one process at a time counts confirmations, so that all processes together keep the caps.
  const { now, isOneOf, skipLocked, lockConfirmations } = dialect;
  const { kind, owner, lease, except } = options;
  if (kind === 'confirmation' && lockConfirmations) await run(lockConfirmations);
  for (;;) {
    // Leases the mail that is due first, and counts an attempt. Skips mails that another process is leasing at this moment.
    const [leased] = await run<LeasedRow>(
      `UPDATE mails SET attempts = attempts + 1, lease_until = ${now} + CAST($2 AS BIGINT), lease_owner = $3
       WHERE message_id = (SELECT message_id FROM mails WHERE state = 'pending' AND kind = $1
        AND coalesce(lease_until, due_at) <= ${now} AND NOT ${isOneOf('message_id', '$4')}
        ORDER BY coalesce(lease_until, due_at), message_id LIMIT 1 ${skipLocked})
       RETURNING message_id AS "messageId", kind, attempts, pending_since AS "pendingSince", lease_until AS "leaseUntil",
        reference, recipient`,
      [kind, lease, owner, except],
    );
    if (!leased) return undefined;
    const { reference, recipient, ...mail } = leased;
    const isFirstConfirmation = kind === 'confirmation' && mail.attempts === 1;
    if (isFirstConfirmation && (await isBeyondCap(run, dialect, leased, options.caps))) {
      await run(
        "UPDATE mails SET state = 'skipped', attempts = 0, lease_until = NULL, lease_owner = NULL WHERE message_id = $1",
        [mail.messageId],
      );
      continue;
    }
    const submission = await oneRow<Submission>(run, selectByReference, [reference]);
    return { ...mail, owner, submission: withBooleans(submission) };
  }
}

export type Mails = ReturnType<typeof mailsIn>;

/** The mails about submissions. Several processes may take and send mails at once. */
export function mailsIn({ dialect, run, transaction, notify }: Database) {
  const { now, isOneOf } = dialect;
  return {
    /** Leases the next due mail of a kind. Confirmations that would exceed a cap become `skipped`. */
    takeNext: async (options: TakeOptions): Promise<TakenMail | undefined> => {
      // Each submission wakes every server. Most servers find no due mail, and this query saves those servers a transaction.
      const due = await run(
        `SELECT 1 FROM mails WHERE state = 'pending' AND kind = $1 AND coalesce(lease_until, due_at) <= ${now} LIMIT 1`,
        [options.kind],
      );
      return due.length === 0 ? undefined : transaction((inside) => takeNext(inside, dialect, options));
    },
    /** Makes the leases last `lease` milliseconds from now. Skips mails that another process has taken. */
    renew: async (messageIds: readonly string[], owner: string, lease: number): Promise<void> => {
      await run(
        `UPDATE mails SET lease_until = ${now} + CAST($2 AS BIGINT)
         WHERE ${isOneOf('message_id', '$1')} AND lease_owner = $3 AND state = 'pending'`,
        [messageIds, lease, owner],
      );
    },
    /**
     * Records an outcome. `sent` is always written, because the mail has left. Other outcomes are not written if the mail was taken
     * by another process or retried meanwhile: then `lease_owner`, `attempts` or `pending_since` differ.
     */
    record: async ({ messageId, owner, attempts, pendingSince }: TakenMail, outcome: NextState): Promise<void> => {
      const { delay = null, fault = null } = outcome.state === 'pending' ? outcome : {};
      const sql = `UPDATE mails SET state = $5, last_error = CAST($6 AS TEXT), fault = CAST($7 AS TEXT), lease_until = NULL,
        lease_owner = NULL, due_at = coalesce(${now} + CAST($8 AS BIGINT), due_at),
        sent_at = CASE WHEN $5 = 'sent' THEN ${now} ELSE sent_at END
       WHERE message_id = $1 AND ($5 = 'sent' OR
        (lease_owner = $2 AND attempts = $3 AND pending_since = $4 AND state = 'pending'))`;
      const values = [messageId, owner, attempts, pendingSince, outcome.state, outcome.reason ?? null, fault, delay];
      await transaction((inside) => inside(sql, values));
    },
    /** Milliseconds until a mail of a kind, except these, can be taken. Negative: one can be already. Undefined: none waits. */
    nextDue: async (kind: MailKind, except: readonly string[] = []): Promise<number | undefined> => {
      const { wait } = await oneRow<{ wait: number | null }>(
        run,
        `SELECT min(coalesce(lease_until, due_at)) - ${now} AS wait FROM mails
         WHERE state = 'pending' AND kind = $1 AND NOT ${isOneOf('message_id', '$2')}`,
        [kind, except],
      );
      return wait ?? undefined;
    },
    skipConfirmations: async (reason: string): Promise<void> => {
      await run(
        `UPDATE mails SET state = 'skipped', last_error = $1, fault = NULL, attempts = 0, lease_until = NULL, lease_owner = NULL
         WHERE state = 'pending' AND kind = 'confirmation'`,
        [reason],
      );
    },
    /** Ends the wait of all mails for their next attempt: they are due now. */
    makeWaitingDue: async (): Promise<void> => {
      await run(`UPDATE mails SET due_at = ${now} WHERE state = 'pending' AND lease_until IS NULL AND due_at > ${now}`);
    },
    /**
     * Makes each notification a new mail, due at once, with a Message-ID of its own: a mail server may discard a second mail with
     * the first one's. With `state`: only those in this state that are not being sent. Resolves with the number of changed ones.
     */
    retry: async (references: readonly string[], state?: 'failed' | 'pending'): Promise<number> => {
      const retried = await run(
        `UPDATE mails SET state = 'pending', attempts = 0, pending_since = ${now}, due_at = ${now}, sent_at = NULL,
          arrived_at = NULL, folder = NULL, bounced_at = NULL, lease_until = NULL, lease_owner = NULL, retries = retries + 1,
          message_id = replace(message_id, CASE retries WHEN 0 THEN '@' ELSE '.' || retries || '@' END,
            '.' || (retries + 1) || '@')
         WHERE ${isOneOf('reference', '$1')} AND kind = 'notice'
          AND (CAST($2 AS TEXT) IS NULL OR (state = $2 AND coalesce(lease_until, 0) <= ${now}))
         RETURNING reference`,
        [references, state ?? null],
      );
      if (retried.length > 0) notify();
      return retried.length;
    },
    /** The mails about a submission, oldest first. */
    listAbout: (reference: string): Promise<OutboxMail[]> =>
      run<OutboxMail>(
        `SELECT message_id AS "messageId", kind, state, attempts, pending_since AS "pendingSince", due_at AS "dueAt",
          lease_until AS "leaseUntil", last_error AS "lastError", fault, sent_at AS "sentAt", arrived_at AS "arrivedAt", folder
         FROM mails WHERE reference = $1 ORDER BY pending_since, kind DESC`,
        [reference],
      ),
  };
}
