/** Lengths of fields are in UTF-16 code units, after line ends are normalised and the text is trimmed. */
export const limits = {
  name: { min: 2, max: 100 },
  email: { max: 255 },
  company: { max: 100 },
  phone: { max: 20 },
  orderPhone: { min: 10, max: 20 },
  message: { min: 10, max: 1000 },
  requirements: { max: 1000 },
  /** The message of an order: the lines that the site writes, and the visitor's text. */
  orderMessage: { max: 4000 },
  /** A request's body, in bytes. */
  body: 16 * 1024,
  /** The server reads a plain form up to this many bytes. A form above `body` is refused, and shown again with its text. */
  readPlainForm: 64 * 1024,
  plainFormFields: 20,
} as const;

/** In milliseconds. A request that is not complete by then is cut off, so the browser need not wait longer for a plain post. */
export const requestTimeout = 15_000;
/** Milliseconds that a script waits for the response to its post. */
export const responseTimeout = 30_000;

/** The headers of a post and of its response. In Node's `request.headers` the names are in lower case. */
export const submissionHeaders = {
  idempotencyKey: 'Idempotency-Key',
  captchaToken: 'X-Captcha-Token',
  reference: 'X-Reference',
} as const;

/** A hidden field of the plain order form, for robots. Autofill must not know the name, as it would know `website`. */
export const honeypotField = 'second-subject';
/** The field of a plain post that holds the form key. The page's scripts add this field. */
export const formKeyField = 'key';
/** Milliseconds until a challenge of the proof of work expires. */
export const challengeLifetime = 20 * 60 * 1000;

export type SubmissionResponse = { readonly success: boolean; readonly error?: string; readonly fields?: FieldErrors };
export type FieldErrors = { readonly [field: string]: string };
/** How many days delivered submissions are kept at most. RETENTION_DAYS may shorten this time. */
export const submissionDays = 365;

/** A stored submission, as its visitor sees it. `lines`: what the result of an order says about the order. */
export type StoredSubmission = { readonly reference: string; readonly lines: readonly string[] };
