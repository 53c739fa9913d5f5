/** A submission as the server accepts it: checked and normalised. */
export type NewSubmission = {
  readonly kind: 'order' | 'contact';
  /** The id of the ordered plan, where the catalogue knows it. */
  readonly planId: string | null;
  /** The plan and price lines of an order's text, as they were sent: not to be trusted. Null in a contact message. */
  readonly orderedPlan: string | null;
  readonly orderedPrice: string | null;
  readonly name: string;
  readonly email: string;
  readonly company: string;
  readonly phone: string;
  readonly message: string;
  /** Whether it looks like spam. */
  readonly suspect: boolean;
};

/** A valid captcha token. `expiresAt` is in milliseconds since 1970. */
export type CaptchaToken = { readonly id: string; readonly expiresAt: number };

/** Milliseconds that the record of a used token outlives it: the clock of who verified it may be behind the store's. */
export const tokenGrace = 60 * 60 * 1000;

export type SubmitOptions = {
  readonly token: CaptchaToken | undefined;
  /** Whether a submission without an unused token is refused. */
  readonly required: boolean;
  /** Milliseconds that mail about the submission waits if it is flagged; undefined: none. */
  readonly flaggedDelay?: number | undefined;
  /**
   * Tells the sender's address from others (`confirmationRecipient.ts`): a confirmation waits for it, unless the submission
   * is flagged; undefined: none does.
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

/** `failed`: the mail was refused or given up. The submission stays until the operator retries or deletes it. */
export const deliveryStates = ['pending', 'delivered', 'failed'] as const;
export type DeliveryState = (typeof deliveryStates)[number];

/**
 * What becomes of the confirmation to a submission's sender. `failed`: the mail was refused or given up. `skipped`: the
 * address, its domain or all together have had their share.
 */
export type ConfirmationState = 'waiting' | 'sending' | 'sent' | 'failed' | 'skipped';

const hour = 60 * 60 * 1000;

/** Confirmations to one mailbox and to one domain in a day, whoever asks for them: anybody can type any address. */
export const confirmationLimits = {
  mailbox: 3,
  domain: 10,
  hour,
  day: 24 * hour,
  /** None is tried later than this after its submission: more recent ones need not be looked at. */
  giveUpAge: 6 * hour,
} as const;

/** Confirmations to all addresses together: what is left of the mail provider's quota belongs to orders. */
export type ConfirmationCaps = { readonly hourly: number; readonly daily: number };

/** A stored submission. Times are milliseconds since 1970. */
export type Submission = NewSubmission & {
  readonly reference: string;
  readonly messageId: string;
  /** Whether it came with a valid and unused captcha token. */
  readonly verified: boolean;
  readonly receivedAt: number;
  readonly state: DeliveryState;
  readonly attempts: number;
  readonly nextAttemptAt: number;
  readonly lastError: string | null;
  readonly deliveredAt: number | null;
  /** When the operator last retried it: attempts and the time until it is given up count from there. */
  readonly retriedAt: number | null;
  /** The id of the digest that it leaves in; empty: it leaves by itself; null: it is flagged and may join a digest. */
  readonly digest: string | null;
  /** Null: its sender gets no confirmation. */
  readonly confirmation: ConfirmationState | null;
  /** `waiting`: the next attempt. `sending`: the end of the lease. Else when that state began. */
  readonly confirmationAt: number | null;
  readonly confirmationAttempts: number;
};

/** A submission as `claim` returned it. Its `nextAttemptAt` is the end of the lease. */
export type Claim = Pick<Submission, 'reference' | 'nextAttemptAt'>;

/** A submission as `claimConfirmation` returned it. Its `confirmationAt` is the end of the lease. */
export type ConfirmationClaim = Submission & { readonly confirmationAt: number };

/** Which submissions are meant: those that fit every condition. Times are milliseconds since 1970. */
export type SubmissionFilter = {
  readonly state?: DeliveryState | undefined;
  readonly kind?: NewSubmission['kind'] | undefined;
  readonly planId?: string | undefined;
  /** Received at this time or later. */
  readonly since?: number | undefined;
  /** Received before this time. */
  readonly before?: number | undefined;
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
  /** Whether this check has begun or ended it: true in one process only. */
  readonly hasChanged: boolean;
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

/** When submissions were received, in milliseconds since 1970. */
export type OldDeliveries = {
  /** The newest of those that were delivered before a time; null: there is none. */
  readonly last: number | null;
  /** The next after that. */
  readonly next: number | null;
  /** The newest of all. */
  readonly newest: number | null;
};

/** Confirmations to senders, each beside the mail about its submission and independent of it. */
export type ConfirmationStore = {
  /** Leases the next due one. Those beyond `confirmationLimits` and the caps become `skipped`. */
  claimConfirmation(leaseMilliseconds: number, caps?: ConfirmationCaps): Promise<ConfirmationClaim | undefined>;
  /** Milliseconds until the next is due or its lease ends; negative: it is due. */
  nextConfirmationDue(): Promise<number | undefined>;
  /** False: the submission has been erased since it was claimed. */
  confirmationSent(reference: string): Promise<boolean>;
  /** Like `confirmationFailed`, changes nothing after the lease has ended and another has claimed it. */
  confirmationPostponed(claim: ConfirmationClaim, delay: number): Promise<void>;
  confirmationFailed(claim: ConfirmationClaim): Promise<void>;
};

/**
 * The outbox: keeps submissions from the answer until they are erased, and tells which mail is due. Times are
 * milliseconds since 1970 by the store's own clock: those of the machines that share it may differ.
 */
export type Store = ConfirmationStore & {
  /** Stores durably and uses up the token in one transaction. Rejects with nothing written. */
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
   * Leases the submissions of the next due mail, so that nobody else claims them until the lease ends: one, or a digest
   * of up to `maxDigestSize` flagged ones. A digest stays together until `split`.
   */
  claim(leaseMilliseconds: number, maxDigestSize?: number): Promise<readonly Submission[]>;
  /** Milliseconds until the next pending submission is due or its lease ends; negative: it is due. */
  nextDue(): Promise<number | undefined>;
  /**
   * Resolves with those that have been erased since they were claimed. `error`: why their mail was refused, where one
   * without the visitor's text was taken in its place.
   */
  delivered(references: readonly string[], error?: string): Promise<string[]>;
  /** Like `failed` and `split`, changes nothing after the lease has ended and another has claimed the submissions. */
  postponed(claims: readonly Claim[], delay: number, error: string): Promise<void>;
  failed(claims: readonly Claim[], error: string): Promise<void>;
  /** Makes each submission of a digest due by itself. */
  split(claims: readonly Claim[], error: string): Promise<void>;
  /** Makes a submission pending and due at once. False without such a submission. */
  retry(reference: string): Promise<boolean>;
  /** Does so with those that have failed. Resolves with their number. */
  retryFailed(references: readonly string[]): Promise<number>;
  find(reference: string): Promise<Submission | undefined>;
  /** Newest first; without a page all at once. */
  list(filter?: SubmissionFilter, page?: Page): Promise<Submission[]>;
  /** Of the submissions delivered before a time, and of their neighbours. */
  oldDeliveries(time: number): Promise<OldDeliveries>;
  status(): Promise<StoreStatus>;
  /** Rejects when the store cannot be written. */
  probe(): Promise<void>;
  close(): Promise<void>;
};
