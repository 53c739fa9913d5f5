/** The result of verifying a token. `id` identifies the token among used tokens; `expiresAt` is in milliseconds since 1970. */
export type Verdict =
  | { readonly verdict: 'valid'; readonly id: string; readonly expiresAt: number }
  | { readonly verdict: 'invalid' }
  /** The verification service did not answer, or refuses this site. */
  | { readonly verdict: 'unreachable' };

export type Captcha = {
  /** Verifies any text as a token. The store checks whether the token was used before. Rejects if the secret cannot be read. */
  readonly verify: (token: string, now: number) => Promise<Verdict>;
};

export const invalid: Verdict = { verdict: 'invalid' };
