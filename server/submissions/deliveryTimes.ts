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
