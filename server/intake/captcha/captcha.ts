import type { NewSubmission } from '../../outbox/submission.ts';

/** The result of verifying a token. `id` is its key among used tokens; `expiresAt` is in milliseconds since 1970. */
export type Verdict =
  | { readonly verdict: 'valid'; readonly id: string; readonly expiresAt: number }
  | { readonly verdict: 'invalid' }
  /** The verification service did not answer, or refuses this site. */
  | { readonly verdict: 'unreachable' };

export type Captcha = {
  /** Junk is `invalid`. Rejects when the store, which has the secret, has been away since the start. The store, not the captcha, tells whether the token was used before. */
  readonly verify: (token: string, now: number) => Promise<Verdict>;
};

export const invalid: Verdict = { verdict: 'invalid' };

/** The captcha of each kind of submission. */
export type Captchas = { readonly [Kind in NewSubmission['kind']]: Captcha };
