import type { NewSubmission, Store } from './store.ts';

/** Milliseconds since 1970: the first included, the last not. */
export type Between = { readonly from: number; readonly to: number };

/** How many submissions of one kind and plan were received on one day. */
export type SubmissionCount = {
  /** The number of days since 1970. */
  readonly day: number;
  readonly kind: NewSubmission['kind'];
  readonly planId: string | null;
  readonly amount: number;
};

/**
 * What a report may know of submissions: numbers and times, nothing personal. Times are milliseconds since 1970.
 */
export type SubmissionStatistics = {
  /** When the first of them all was received. */
  firstReceivedAt(): Promise<number | undefined>;
  status: Store['status'];
  /** `offset`: the milliseconds by which days begin before those of UTC. */
  countByDay(between: Between, offset: number): Promise<readonly SubmissionCount[]>;
  /** Calls `take` with the milliseconds from answer to delivery, for each that was received in this time. */
  eachDeliveryTime(between: Between, take: (milliseconds: number) => void): Promise<void>;
};
