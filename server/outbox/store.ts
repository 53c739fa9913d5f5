import type { ContactValues } from '../../shared/submissionSchemas.ts';
import type { ErasureTarget } from './erasureTarget.ts';

/** An order as it was understood at intake. What the catalogue does not have may be forged. */
export type Order = {
  /** The id of the plan, where the catalogue knows it. */
  readonly planId: string | null;
  /** The plan and price lines of the text, as they were sent: not to be trusted. */
  readonly orderedPlan: string | null;
  readonly orderedPrice: string | null;
  /** Offered choices; null: none. */
  readonly billing: string | null;
  readonly dataCentre: string | null;
  readonly operatingSystem: string | null;
  /** Lines about the plan that the site does not write, joined by line ends. */
  readonly unknownLines: string | null;
};

/** A submission as the server accepts it: checked and normalised. In a contact message, the fields of `Order` are null. */
export type NewSubmission = Order &
  Readonly<ContactValues> & {
    readonly kind: 'order' | 'contact';
    /** Whether it looks like spam. */
    readonly suspect: boolean;
  };

/** A valid captcha token. `expiresAt` is in milliseconds since 1970. */
export type CaptchaToken = { readonly id: string; readonly expiresAt: number };

/** Milliseconds that the record of a used token outlives it: whose clock verified it may be behind the store's. */
export const tokenGrace = 60 * 60 * 1000;

export type SubmitOptions = {
  readonly token: CaptchaToken | undefined;
  /** Whether a submission without an unused token is refused. */
  readonly required: boolean;
  /**
   * Tells the sender's address from others (`confirmationRecipient.ts`): a confirmation is due to it, unless the submission
   * is flagged; undefined: none is.
   */
  readonly confirmationRecipient?: string | undefined;
};

/** Tells a repeated post from a new one. */
export type IdempotencyKey = {
  readonly key: string;
  /** SHA-256 of the normalised body. */
  readonly bodyHash: string;
  /** Milliseconds after which the key is free again; undefined: it lives as long as the submission. */
  readonly lifetime?: number;
};

export type SubmitResult =
  | { readonly outcome: 'stored' | 'replayed'; readonly reference: string }
  /** The key was used for another body. */
  | { readonly outcome: 'conflict' }
  /** A token is required and missing, or was used before. */
  | { readonly outcome: 'unverified' };

/** A stored submission. It never changes. */
export type Submission = NewSubmission & {
  readonly reference: string;
  /** Whether it came with a valid and unused captcha token. */
  readonly verified: boolean;
  /** Milliseconds since 1970. */
  readonly receivedAt: number;
};

/** `notice`: to the operator, about a submission. `confirmation`: to its sender. */
export type MailKind = 'notice' | 'confirmation';

/** `failed`: refused or given up. `skipped`: the recipient, or all together, have had their share. */
export type MailState = 'pending' | 'sent' | 'failed' | 'skipped';

/** Where a mail is found: the INBOX, or a folder with this special use (RFC 6154). */
export const mailFolders = ['INBOX', 'All', 'Archive', 'Junk'] as const;
export type MailFolder = (typeof mailFolders)[number];

/** The copy of a mail that was found in the operator's mailbox. All null: none was. */
export type Arrival = { readonly arrivedAt: number | null; readonly folder: MailFolder | null };

/** A mail in the outbox. Times are milliseconds since 1970. */
export type OutboxMail = Arrival & {
  readonly messageId: string;
  readonly kind: MailKind;
  readonly state: MailState;
  readonly attempts: number;
  /** When it was made or last retried: its attempts and the time until it is given up count from there. */
  readonly pendingSince: number;
  readonly dueAt: number;
  /** Until then a process may be sending it; null: none is. */
  readonly leaseUntil: number | null;
  readonly lastError: string | null;
  readonly sentAt: number | null;
};

/** A mail that one process leases, with the submission that it speaks of. */
export type Claim = Pick<OutboxMail, 'messageId' | 'kind' | 'attempts' | 'pendingSince'> & {
  readonly leaseUntil: number;
  readonly owner: string;
  readonly submission: Submission;
};

/** What has become of a mail that was claimed. */
export type Outcome =
  /** `error`: why the mail was refused, where one without the visitor's text was taken in its place. */
  | { readonly state: 'sent'; readonly error?: string | undefined }
  /** It is due again after `delay` milliseconds. */
  | { readonly state: 'pending'; readonly delay: number; readonly error: string }
  | { readonly state: 'failed'; readonly error: string };

/** What becomes of the operator's mail about a submission. */
export const deliveryStates = ['pending', 'delivered', 'failed'] as const;
export type DeliveryState = (typeof deliveryStates)[number];

/** A submission, and the notice about it. Times are milliseconds since 1970. */
export type ListedSubmission = Submission &
  Arrival & {
    readonly state: DeliveryState;
    readonly attempts: number;
    /** Null: there is none to come. */
    readonly nextAttemptAt: number | null;
    readonly lastError: string | null;
    readonly deliveredAt: number | null;
    readonly messageId: string;
  };

/** Confirmations to one mailbox in a day, whoever asks for them: anybody can type any address. */
export const confirmationLimits = { mailbox: 3, hour: 3_600_000, day: 86_400_000 } as const;

/** Confirmations to all addresses together: what is left of the mail provider's quota belongs to orders. */
export type ConfirmationCaps = { readonly hourly: number; readonly daily: number };

/** Which submissions are meant: those that fit every condition. Times are milliseconds since 1970. */
export type SubmissionFilter = {
  readonly state?: DeliveryState | undefined;
  readonly kind?: NewSubmission['kind'] | undefined;
  readonly planId?: string | undefined;
  /** Received at this time or later. */
  readonly since?: number | undefined;
  /** Received before this time. */
  readonly before?: number | undefined;
  /** Whose mail is missing (`ArrivalStatus`). */
  readonly notArrived?: boolean | undefined;
};

/** At most `limit` submissions, and only those that a list has below `after`. */
export type Page = {
  readonly limit: number;
  readonly after?: Pick<Submission, 'receivedAt' | 'reference'> | undefined;
};

/** When a flood of submissions begins and ends, by how many were received in the last `period` milliseconds. */
export type FloodBounds = {
  readonly period: number;
  /** It begins with more than these. */
  readonly begin: number;
  /** It ends with these or fewer. */
  readonly end: number;
};

export type FloodState = {
  readonly isActive: boolean;
  /** Whether this check has begun or ended it: in one process only. */
  readonly hasChanged: boolean;
  /** How many were received in the period; of a flood that begins, only so many are counted as make one. */
  readonly amount: number;
};

/** Mail is held up when the oldest pending submission is older than this, in milliseconds. */
export const backlogAge = 15 * 60 * 1000;

/** A submission from a time later than this from now is from the future, in milliseconds. */
export const clockTolerance = 5 * 60 * 1000;

export type StoreStatus = {
  readonly counts: { readonly [State in DeliveryState]: number };
  /** When the oldest pending submission was received or last retried. */
  readonly oldestPendingAt: number | null;
  /** In milliseconds; 0: nothing is pending. */
  readonly oldestPendingAge: number;
  /** Of the newest submission whose last attempt failed. The text may quote the mail. */
  readonly lastError: { readonly reference: string; readonly text: string } | null;
  readonly lastDeliveredAt: number | null;
  /** Milliseconds since the newest submission was received; negative: it is from the future. Null: there is none. */
  readonly newestAge: number | null;
};

/** How long a mail is looked for, and the time after which it is missing, in milliseconds. */
export const arrivalLimits = { lookedFor: 7 * 24 * 60 * 60 * 1000, missing: 15 * 60 * 1000 } as const;

/** Why the operator's mailbox cannot be looked into. */
export const mailboxFaults = ['login', 'tls', 'folder', 'connection'] as const;
export type MailboxFault = (typeof mailboxFaults)[number];

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

/** A mail of which something was found in the mailbox. */
export type FoundMail = Pick<OutboxMail, 'messageId' | 'kind'> & Pick<Submission, 'reference'>;

/** A copy of a mail. `arrivedAt`: by the mail server's clock. */
export type FoundCopy = Pick<OutboxMail, 'messageId'> & { readonly arrivedAt: number; readonly folder: MailFolder };

/** `milliseconds`: from sent to arrived. */
export type ArrivedMail = FoundMail & { readonly folder: MailFolder; readonly milliseconds: number };

/** What became of mails after the mail server had taken them, as one of many processes finds it in the mailbox. */
export type Arrivals = {
  /** Whether this process may look for the next `lease` milliseconds. */
  leaseMailbox(owner: string, lease: number): Promise<boolean>;
  releaseMailbox(owner: string): Promise<void>;
  /**
   * The Message-IDs of the operator's mails of the last seven days that were not found, the latest first; the milliseconds since
   * the first of these mails may have come, and since the last look, seven days at most.
   */
  awaitedMails(): Promise<{ readonly messageIds: readonly string[]; readonly age: number; readonly lookAge: number }>;
  /** `arrivedAt` is by another clock. Resolves with the mail if it was not found before. */
  recordArrival(copy: FoundCopy): Promise<ArrivedMail | undefined>;
  /** Makes a mail that has not arrived `failed`. `bouncedAt`: of the bounce; one that is not newer than the last is ignored. */
  recordBounce(bounce: { messageId: string; bouncedAt: number; error: string }): Promise<FoundMail | undefined>;
  /** By who has the lease. `hasLooked`: whether mails that were there were found. */
  recordLook(owner: string, look: { readonly hasLooked: boolean; readonly fault: MailboxFault | null }): Promise<void>;
  arrivalStatus(): Promise<ArrivalStatus>;
};

/** When submissions were received, in milliseconds since 1970. */
export type OldDeliveries = {
  /** The newest of those that were delivered before a time; null: there is none. */
  readonly last: number | null;
  /** The next after that. */
  readonly next: number | null;
  /** The newest of all. */
  readonly newest: number | null;
};

/** Milliseconds since 1970: the first included, the last not. */
type Between = { readonly from: number; readonly to: number };

/** How many submissions of one kind and plan were received on one day. */
export type SubmissionCount = {
  /** The number of days since 1970. */
  readonly day: number;
  readonly kind: NewSubmission['kind'];
  readonly planId: string | null;
  readonly amount: number;
};

/** What a report may know of submissions: numbers and times, nothing personal. Times are milliseconds since 1970. */
export type SubmissionStatistics = {
  /** When the first of them all was received. */
  firstReceivedAt(): Promise<number | undefined>;
  /** Of all submissions. */
  states(): Promise<Pick<StoreStatus, 'counts' | 'oldestPendingAt'>>;
  /** `offset`: the milliseconds by which days begin before those of UTC. */
  countByDay(between: Between, offset: number): Promise<readonly SubmissionCount[]>;
  /** Calls `take` with the milliseconds from answer to delivery, for each that was received in this time. */
  eachDeliveryTime(between: Between, take: (milliseconds: number) => void): Promise<void>;
  /** When the mailbox was last looked into, and how many mails were missing then. */
  lastLook(): Promise<{ readonly lookedAt: number | null; readonly missing: number }>;
  /** Calls `take` with each mail to the operator that was sent in this time and found in the mailbox. */
  eachArrival(between: Between, take: (arrival: Arrival & Pick<ArrivedMail, 'milliseconds'>) => void): Promise<void>;
};

export type ClaimOptions = {
  /** Of the process that claims. */
  readonly owner: string;
  /** Milliseconds until another may claim the mail, unless it is renewed. */
  readonly lease: number;
  /** The kinds that may be claimed. */
  readonly of: 'operator' | 'sender';
  readonly caps?: ConfirmationCaps | undefined;
};

/** The mails of the outbox, for one of many workers. */
export type MailQueue = {
  /**
   * Leases the next due mail, so that nobody else claims it until the lease ends. Confirmations beyond `confirmationLimits`
   * and the caps become `skipped`.
   */
  claim(options: ClaimOptions): Promise<Claim | undefined>;
  /** Makes leases last this long from now, unless others have claimed the mails. */
  renew(claims: readonly Claim[], lease: number): Promise<void>;
  /**
   * Records what has become of a mail. Unless it was sent, changes nothing after another has claimed it. Resolves with whether its
   * submission was erased since the claim.
   */
  record(claim: Claim, outcome: Outcome): Promise<boolean>;
  /** Milliseconds until the next mail is due, or its lease ends; negative: it is due; undefined: nothing waits. */
  nextDue(of: ClaimOptions['of']): Promise<number | undefined>;
  /**
   * Makes mail due that was postponed while the clock was ahead, after a lease if it may be leaving; else it would wait for
   * that time. Forgets captcha tokens that have expired.
   */
  keepUp(lease: number): Promise<void>;
};

/**
 * Keeps submissions from the answer until they are erased, and the mails about them. Times are milliseconds since 1970 by
 * the store's own clock: those of the machines that share it may differ.
 */
export type Store = MailQueue &
  Arrivals & {
    /** Stores durably, with the mails that are due, and uses up the token in one transaction. Rejects with nothing written. */
    submit(
      submission: NewSubmission,
      idempotency: IdempotencyKey | undefined,
      options: SubmitOptions,
    ): Promise<SubmitResult>;
    /** The reference of the submission with this key and body, while the key lives. */
    replayed(idempotency: IdempotencyKey): Promise<string | undefined>;
    /** The site's signing secret: 32 random bytes, made once. */
    secret(): Promise<Uint8Array>;
    now(): Promise<number>;
    /** Begins or ends the flood of submissions by their number. */
    checkFlood(bounds: FloodBounds): Promise<FloodState>;
    /**
     * Makes the operator's mail about each submission pending and due at once. `state`: only of those in it. Resolves with
     * the number of submissions.
     */
    retry(references: readonly string[], state?: 'failed'): Promise<number>;
    find(reference: string): Promise<ListedSubmission | undefined>;
    /** The mails that speak of a submission, oldest first. */
    mailsOf(reference: string): Promise<OutboxMail[]>;
    /** Newest first; without a page all at once. */
    list(filter?: SubmissionFilter, page?: Page): Promise<ListedSubmission[]>;
    /** Of the submissions delivered before a time, and of their neighbours. */
    oldDeliveries(time: number): Promise<OldDeliveries>;
    status(): Promise<StoreStatus>;
    /** Runs `work` with what a report may know, all of the same moment. */
    readStatistics<Result>(work: (statistics: SubmissionStatistics) => Promise<Result>): Promise<Result>;
    /** The references of the submissions that a target names, oldest first. */
    matching(target: ErasureTarget): Promise<string[]>;
    /** The references of submissions of others whose texts name a comparable address, oldest first. */
    mentioning(address: string): Promise<string[]>;
    /** Deletes submissions. One whose mail is under way goes when that has ended, or after `deadlines.operator.mail`. */
    deleteRows(references: readonly string[]): Promise<void>;
    /**
     * Removes from the files what deleting has left, also an earlier one that was killed. Rejects with an `Error` of one
     * sentence if another keeps it from doing so.
     */
    removeRemnants(): Promise<void>;
    /** Rejects when the store cannot be written. */
    probe(): Promise<void>;
    close(): Promise<void>;
  };
