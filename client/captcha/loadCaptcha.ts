import type { ComponentType } from 'react';
import type { CaptchaProps } from './captchaProps.ts';
import { withRetries } from './retries.ts';

/** Loads the configured captcha. Rejects after the last retry. */
export function loadCaptcha(siteKey: string | undefined, signal: AbortSignal): Promise<ComponentType<CaptchaProps>> {
  return withRetries(
    async () =>
      siteKey
        ? (await import(/* webpackChunkName: "hcaptcha" */ './HCaptchaBox.tsx')).HCaptchaBox
        : (await import(/* webpackChunkName: "proof-box" */ './ProofBox.tsx')).ProofBox,
    signal,
  );
}
