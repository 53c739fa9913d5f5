/** The `event` of each log line that a program reads. Programs match the `event`, never the sentence of the line. */
export const logEvents = {
  /** A request was answered, cut off or refused. */
  request: 'request',
  /** An error in a browser, reported to `/client-events`. */
  clientError: 'client-error',
  webVital: 'web-vital',
  /** The server answers requests; the line has its `port` and `url`. */
  listening: 'listening',
  submissionStored: 'submission-stored',
  mailDelivered: 'mail-delivered',
  mailPostponed: 'mail-postponed',
  mailMisconfigured: 'mail-misconfigured',
  mailRefused: 'mail-refused',
  mailGivenUp: 'mail-given-up',
  /** The mail server accepted the mail first, and returned a bounce later. */
  mailBounced: 'mail-bounced',
} as const;

export type LogEvent = (typeof logEvents)[keyof typeof logEvents];
