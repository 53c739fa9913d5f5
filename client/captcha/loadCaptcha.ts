import type { ComponentType } from 'react';
import type { Theme } from '../early/themeChoice.ts';
import { withRetries } from './retries.ts';

/** The props of both captchas. Remounting a captcha starts a new check. */
export type CaptchaProps = {
  /** Called with a token if the visitor passes, and with null if the token expires. */
  readonly onToken: (token: string | null) => void;
  /** Called if the check fails. The captcha itself shows the error and offers a retry. */
  readonly onTrouble: () => void;
  readonly theme: Theme;
  /** hCaptcha's site key; undefined for the proof of work. */
  readonly siteKey: string | undefined;
};

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
