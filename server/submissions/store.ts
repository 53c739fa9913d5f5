/** What the visitor sent, checked and normalised. */
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

/** A captcha token that proved valid; times in milliseconds since 1970. */
export type CaptchaToken = { readonly id: string; readonly expiresAt: number };

export type SubmitOptions = {
  readonly token: CaptchaToken | undefined;
  /** Whether a submission without an unused token is refused. */
  readonly required: boolean;
  /** When mail about it is due if it is marked; undefined: at once. */
  readonly markedDueAt?: number | undefined;
};

/** What makes a repeated post recognisable: its key, what it held, and how long the key is remembered. */
export type IdempotencyKey = {
  readonly key: string;
  /** SHA-256 of the normalised body. */
  readonly bodyHash: string;
  /** Milliseconds after which the same key begins anew; undefined: it is remembered as long as the submission. */
  readonly lifetime?: number;
};

export type SubmitResult =
  | { readonly outcome: 'stored' | 'replayed'; readonly reference: string }
  /** The key was used for another body. */
  | { readonly outcome: 'conflict' }
  /** A token is required, and there is none or it was used before. */
  | { readonly outcome: 'unverified' };

export const submissionStates = ['pending', 'delivered', 'failed'] as const;
export type SubmissionState = (typeof submissionStates)[number];

/** A stored submission. Times are milliseconds since 1970. */
export type Submission = NewSubmission & {
  readonly reference: string;
  readonly messageId: string;
  /** Whether it came with a captcha token that was valid and unused. */
  readonly verified: boolean;
  readonly receivedAt: number;
  readonly state: SubmissionState;
  readonly attempts: number;
  readonly nextAttemptAt: number;
  readonly lastError: string | null;
  readonly deliveredAt: number | null;
  /** When it was last made due by hand: attempts and the time until it is given up count from there. */
  readonly retriedAt: number | null;
  /** What the bundle is called that its mail leaves in; empty: none; null: it may still come into one. */
  readonly bundle: string | null;
};

/** A submission as `claim` gave it out; its next attempt is its lease's end. */
export type Claim = Pick<Submission, 'reference' | 'nextAttemptAt'>;

export type StoreStatus = {
  readonly counts: { readonly [State in SubmissionState]: number };
  /** When the oldest undelivered submission was received. */
  readonly oldestPendingAt: number | null;
  readonly lastDeliveredAt: number | null;
};

/** Where submissions live from the answer to the mailbox and until they are erased. */
export type Store = {
  /** Stores durably and uses up the token before it resolves, or rejects with nothing written. */
  submit(
    submission: NewSubmission,
    idempotency: IdempotencyKey | undefined,
    options: SubmitOptions,
  ): Promise<SubmitResult>;
  /** The reference under which this very body is stored with this key, while the key is remembered. */
  replayed(idempotency: IdempotencyKey): Promise<string | undefined>;
  /** 32 random bytes, made once: what this site signs with. */
  secret(): Promise<Uint8Array>;
  /** Whether there is a flood of submissions, as was last said. */
  isFlooded(): Promise<boolean>;
  setFlooded(isOn: boolean): Promise<void>;
  /** How many were received after a time, counted up to `most`. */
  receivedSince(time: number, most: number): Promise<number>;
  /**
   * Takes the submissions that the next due mail is about, and keeps others from them until the lease ends: one, or a
   * bundle of up to `mostBundled` that have a mark. A bundle stays one until it is split.
   */
  claim(now: number, leaseMilliseconds: number, mostBundled?: number): Promise<readonly Submission[]>;
  /** When the next pending submission is due, or its lease ends. */
  nextDue(): Promise<number | undefined>;
  delivered(references: readonly string[], now: number): Promise<void>;
  /** Changes nothing once the claims' lease has ended and another has claimed them; nor do the next two. */
  postponed(claims: readonly Claim[], nextAttemptAt: number, error: string): Promise<void>;
  failed(claims: readonly Claim[], error: string): Promise<void>;
  /** Makes each of a bundle due by itself. */
  split(claims: readonly Claim[], now: number, error: string): Promise<void>;
  /** Makes a submission pending and due at once; false when there is none by that reference. */
  retry(reference: string, now: number): Promise<boolean>;
  find(reference: string): Promise<Submission | undefined>;
  /** Newest first. */
  list(): Promise<Submission[]>;
  erase(reference: string): Promise<boolean>;
  /** Erases what was delivered before the given time; the number erased. */
  eraseDeliveredBefore(time: number): Promise<number>;
  status(): Promise<StoreStatus>;
  /** Rejects when nothing can be written. */
  probe(): Promise<void>;
  close(): Promise<void>;
};
