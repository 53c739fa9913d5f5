/** Lengths in UTF-16 code units, counted after line ends are normalised and the text is trimmed. */
export const limits = {
  name: { min: 2, max: 100 },
  email: { max: 255 },
  company: { max: 100 },
  phone: { max: 20 },
  orderPhone: { min: 10, max: 20 },
  message: { min: 10, max: 1000 },
  requirements: { max: 1000 },
  /** An order's composed text. */
  orderMessage: { max: 4000 },
  /** A request's body, in bytes. */
  body: 16 * 1024,
  /** Bytes that the server reads of a plain form. Over `body` it refuses the form, but shows the typed text again. */
  readPlainForm: 64 * 1024,
  plainFormFields: 20,
} as const;

/** Milliseconds after which a request that is not complete is cut off. A browser's form post has no answer after that. */
export const requestTimeout = 15_000;

/** Milliseconds that a script waits for the answer to its post. */
export const answerTimeout = 30_000;

/** The headers of a submission and its response. Node gives their names in lower case. */
export const submissionHeaders = {
  idempotencyKey: 'Idempotency-Key',
  captchaToken: 'X-Captcha-Token',
  reference: 'X-Reference',
} as const;

/** The honeypot of the plain order form: visitors do not see it, so only robots fill it in. */
export const honeypotField = 'website';

/** The field of a form post with the form's own key, random numbers (`submissionKey`). The page's scripts add it. */
export const formKeyField = 'key';

/** Milliseconds until a challenge of the proof of work expires. */
export const challengeLifetime = 20 * 60 * 1000;

/** The JSON response of the submissions endpoint. */
export type SubmissionAnswer = {
  readonly success: boolean;
  readonly error?: string;
  readonly fields?: FieldErrors;
};

/** A message for each invalid field. */
export type FieldErrors = { readonly [field: string]: string };

/** How long delivered submissions are kept, in days; the default of the server's RETENTION_DAYS. */
export const submissionDays = 365;
