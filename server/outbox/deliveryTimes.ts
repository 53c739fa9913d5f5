const second = 1000;
const minute = 60 * second;

/** How long each part of a delivery may take, in milliseconds. */
export const deliveryTimes = {
  /** The sending of one mail. Then it is aborted. */
  sending: 4 * minute,
  /** The part of a lease beyond that: time to record the outcome. */
  recording: minute,
  /** Between two attempts. */
  longestRetryDelay: 60 * minute,
  /** Between two looks at the store though nobody said that something is due: the operator's command line, or another server. */
  poll: 15 * second,
} as const;

/** Milliseconds that one mail is nobody else's, once claimed. */
export const leaseTime = deliveryTimes.sending + deliveryTimes.recording;

/** Twice what a retry waits at most, in milliseconds: mail that is due later was postponed while the store's clock was ahead. */
export const longestWait = 2 * deliveryTimes.longestRetryDelay;
