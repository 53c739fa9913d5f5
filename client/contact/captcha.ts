import type { ComponentType } from 'react';
import { withRetries } from '../submission/retries.ts';
import type { Theme } from '../theme/themeChoice.ts';

/** What the contact form asks of a captcha, whoever provides it. Mounted anew it begins anew. */
export type CaptchaProps = {
  /** A token when the visitor has passed, null when it has expired. */
  readonly onToken: (token: string | null) => void;
  /** It cannot be passed right now; the captcha itself says so and offers another try. */
  readonly onTrouble: () => void;
  readonly theme: Theme;
  /** Of hCaptcha; undefined for the proof of work. */
  readonly siteKey: string | undefined;
};

/** Loads the captcha that the configuration names. */
export function loadCaptcha(siteKey: string | undefined, signal: AbortSignal): Promise<ComponentType<CaptchaProps>> {
  return withRetries(
    async () =>
      siteKey
        ? (await import(/* webpackChunkName: "hcaptcha" */ './HCaptchaBox.tsx')).HCaptchaBox
        : (await import(/* webpackChunkName: "proof-box" */ './ProofBox.tsx')).ProofBox,
    signal,
  );
}
