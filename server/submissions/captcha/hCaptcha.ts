import { createHash } from 'node:crypto';
import type { Logger } from 'pino';
import { type Captcha, invalid, type Verdict } from './captcha.ts';

export type HCaptchaOptions = {
  readonly siteKey: string;
  readonly secret: string;
  /** Address of the `siteverify` service. */
  readonly verifyUrl: string;
  readonly log: Logger;
};

const patience = 3_000;
const attempts = 2;

/** For how long a token that hCaptcha has confirmed is remembered here; hCaptcha confirms each only once. */
const memory = { milliseconds: 10 * 60 * 1000, tokens: 5_000 } as const;

type Valid = Extract<Verdict, { verdict: 'valid' }>;

/** https://docs.hcaptcha.com/#verify-the-user-response-server-side */
export function createHCaptcha({ siteKey, secret, verifyUrl, log }: HCaptchaOptions): Captcha {
  const confirmed = new Map<string, Valid>();

  const ask = async (token: string): Promise<boolean> => {
    // The visitor's address is not passed on: it is optional, and personal.
    const response = await fetch(verifyUrl, {
      method: 'POST',
      body: new URLSearchParams({ secret, sitekey: siteKey, response: token }),
      signal: AbortSignal.timeout(patience),
    });
    if (!response.ok) throw new Error(`answered ${response.status}`);
    const answer = (await response.json()) as { success?: unknown; 'error-codes'?: unknown };
    if (answer.success === true) return true;
    // Our own mistake is no visitor's: whoever solved the captcha is not told that the token was wrong.
    const codes = Array.isArray(answer['error-codes']) ? answer['error-codes'].map(String) : [];
    if (codes.some((code) => code.includes('secret'))) {
      log.error({ codes }, 'hCaptcha refuses this site: HCAPTCHA_SITE_KEY or HCAPTCHA_SECRET is wrong');
      throw new Error(codes.join(', '));
    }
    return false;
  };

  /** A token is confirmed once, so what was confirmed is kept for a submission that has to be repeated. */
  const remember = (id: string, now: number): Valid => {
    for (const [known, { expiresAt }] of confirmed) {
      if (expiresAt > now && confirmed.size < memory.tokens) break;
      confirmed.delete(known);
    }
    const valid: Valid = { verdict: 'valid', id, expiresAt: now + memory.milliseconds };
    confirmed.set(id, valid);
    return valid;
  };

  return {
    verify: async (token, now) => {
      const id = `hcaptcha ${createHash('sha256').update(token).digest('hex')}`;
      const known = confirmed.get(id);
      if (known && known.expiresAt > now) return known;
      for (let attempt = 1; attempt <= attempts; attempt += 1) {
        try {
          return (await ask(token)) ? remember(id, now) : invalid;
        } catch (error) {
          log.warn(
            { attempt, reason: error instanceof Error ? error.message : String(error) },
            'hCaptcha gave no verdict',
          );
        }
      }
      return { verdict: 'unreachable' };
    },
  };
}
