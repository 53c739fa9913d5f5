import type { Theme } from '../early/themeChoice.ts';

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
