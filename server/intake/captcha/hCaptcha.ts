import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import type { Config } from '../../config/config.ts';
import { deadlines } from '../../lib/deadlines.ts';
import { minute } from '../../lib/times.ts';
import type { Captcha, Verdict } from '../acceptPost.ts';

type HCaptchaOptions = NonNullable<Config['captcha']['hCaptcha']> & { readonly log: Logger };

/** hCaptcha confirms each token only once. So a verdict is kept for `ttl` milliseconds, in case a post is repeated, even at once. */
const cacheLimits = { ttl: 10 * minute, max: 5_000 } as const;

/** The captcha by hCaptcha: https://docs.hcaptcha.com/#verify-the-user-response-server-side */
export function createHCaptcha({ siteKey, secret, verifyUrl, log }: HCaptchaOptions): Captcha {
  const verdicts = new LRUCache<string, Promise<Verdict>>(cacheLimits);

  const ask = async (token: string): Promise<boolean> => {
    // `remoteip` is left out: it is optional, and the visitor's IP address is personal data.
    const response = await fetch(verifyUrl, {
      method: 'POST',
      body: new URLSearchParams({ secret, sitekey: siteKey, response: token }),
      // Following a redirect would send the secret to another URL.
      redirect: 'error',
      signal: AbortSignal.timeout(deadlines.captcha.milliseconds),
    });
    if (!response.ok) throw new Error(`answered ${response.status}`);
    const answer = (await response.json()) as { readonly success?: unknown; readonly 'error-codes'?: unknown };
    if (answer.success === true) return true;
    // The site's key or secret is wrong. The visitor's token may be valid, so the verdict must not be `invalid`.
    const codes = String(answer['error-codes']);
    if (codes.includes('secret')) {
      log.error({ codes }, 'hCaptcha refuses this site: HCAPTCHA_SITE_KEY or HCAPTCHA_SECRET is wrong');
      throw new Error(codes);
    }
    return false;
  };

  const verdictOn = async (token: string, valid: Verdict): Promise<Verdict> => {
    for (let attempt = 1; attempt <= deadlines.captcha.tries; attempt += 1) {
      try {
        return (await ask(token)) ? valid : { verdict: 'invalid' };
      } catch (error) {
        log.warn({ attempt, reason: (error as Error).message }, 'hCaptcha gave no verdict');
      }
    }
    return { verdict: 'unreachable' };
  };

  return {
    verify: async (token, now) => {
      const id = `hcaptcha ${createHash('sha256').update(token).digest('hex')}`;
      const verdict = verdicts.get(id);
      if (verdict) return verdict;
      const asked = verdictOn(token, { verdict: 'valid', id, expiresAt: now + cacheLimits.ttl });
      verdicts.set(id, asked);
      if ((await asked).verdict !== 'valid') verdicts.delete(id);
      return asked;
    },
  };
}
