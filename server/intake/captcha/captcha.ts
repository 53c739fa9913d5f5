import type { NewSubmission } from '../../outbox/submission.ts';

/** The result of verifying a token. `id` identifies the token among used tokens; `expiresAt` is in milliseconds since 1970. */
export type Verdict =
  | { readonly verdict: 'valid'; readonly id: string; readonly expiresAt: number }
  | { readonly verdict: 'invalid' }
  /** The verification service did not answer, or refuses this site. */
  | { readonly verdict: 'unreachable' };

export type Captcha = {
  /**
   * Verifies a token; junk is `invalid`. Whether the token was used before, only the store knows. Rejects if the secret is missing,
   * because the store has been away since the start.
   */
  readonly verify: (token: string, now: number) => Promise<Verdict>;
};

export const invalid: Verdict = { verdict: 'invalid' };

/** The captcha of each kind of submission. */
export type Captchas = { readonly [Kind in NewSubmission['kind']]: Captcha };
