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

// A proof of work is a JSON object in base64; hCaptcha's tokens never begin like one.
const isProof = (token: string): boolean => token.startsWith('eyJ');

/** Proofs of work are always taken, because the order dialog gives nothing else; hCaptcha's tokens where it is set up. */
export const eitherCaptcha = (proofOfWork: Captcha, hCaptcha: Captcha | undefined): Captcha => ({
  verify: async (token, now) => {
    if (token.length > longestToken) return invalid;
    if (isProof(token)) return proofOfWork.verify(token, now);
    return hCaptcha ? hCaptcha.verify(token, now) : invalid;
  },
});
