const captcha = { tries: 2, milliseconds: 1_200 } as const;
/** What key, count and storing have beside a captcha that hangs. */
const storing = 1_000;

/** How long a visitor's request waits for its parts, in milliseconds. unit/timeLimits adds them up. */
export const timeLimits = {
  /** From the end of a request to its answer, whatever database, captcha and renderer do. */
  answer: 5_000,
  /** Whether a post is refused or stored. */
  decision: captcha.tries * captcha.milliseconds + storing,
  /** Each try to reach hCaptcha. */
  captcha,
  /** What the decision has beside the captcha. */
  storing,
  /** The count of a client before its post's body is read. Without an answer it is read: a later step tells of the fault. */
  count: 1_000,
  /** Whether the result of an order is known. */
  result: 3_400,
  /** Each statement of a database server, and the wait for a connection. */
  statement: 2_000,
  /** One page in the rendering program, and the same with the start of the program. */
  rendering: 2_000,
  renderingFirst: 5_000,
} as const;
