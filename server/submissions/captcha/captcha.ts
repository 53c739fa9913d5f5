import type { NewSubmission } from '../store.ts';

/** What became of a token. `id` names it for the record of used tokens; `expiresAt` is in milliseconds since 1970. */
export type Verdict =
  | { readonly verdict: 'valid'; readonly id: string; readonly expiresAt: number }
  | { readonly verdict: 'invalid' }
  /** The service that knows did not answer, or not to this site. */
  | { readonly verdict: 'unreachable' };

export type Captcha = {
  /** Never rejects: junk is `invalid`. Whether the token was used before is the store's to know. */
  readonly verify: (token: string, now: number) => Promise<Verdict>;
};

export const invalid: Verdict = { verdict: 'invalid' };

/** Longer than any provider's tokens. */
const longestToken = 8 * 1024;

function upTo(longest: number, captcha: Captcha): Captcha {
  return {
    verify: async (token, now) => (token.length > longest ? invalid : captcha.verify(token, now)),
  };
}

/** Which captcha a submission has to pass, by its kind. */
export type Captchas = { readonly [Kind in NewSubmission['kind']]: Captcha };

/** The order dialog proves its work silently, whatever is configured; the contact form shows hCaptcha where it is set up. */
export function captchasOf(proofOfWork: Captcha, hCaptcha: Captcha | undefined): Captchas {
  return {
    order: upTo(longestToken, proofOfWork),
    contact: upTo(longestToken, hCaptcha ?? proofOfWork),
  };
}
