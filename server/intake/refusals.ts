import type { FieldErrors } from '../../shared/submission.ts';
import { submissionHeaders } from '../../shared/submission.ts';

/** Why a post is refused: the status of the answer and its text, with a message for each field at fault. */
export type Refusal = { readonly status: number; readonly error: string; readonly fields?: FieldErrors | undefined };

export const fieldsAtFault = 'Some fields are not right.';

/** The refusals of posts that could be read. */
export const refusals = {
  foreign: { status: 403, error: 'This form can only be sent from the site itself.' },
  excess: { status: 429, error: 'Too many submissions. Please wait a while.' },
  captchaUnreachable: {
    status: 503,
    error: 'The captcha cannot be checked right now. Please try again in a moment.',
  },
  unverified: {
    status: 403,
    error: `${submissionHeaders.captchaToken} is missing, wrong, expired or was used before.`,
  },
  conflict: { status: 422, error: `This ${submissionHeaders.idempotencyKey} was used for another submission.` },
  unavailable: { status: 503, error: 'Submissions cannot be taken right now. Please try again in a moment.' },
} as const satisfies Record<string, Refusal>;
