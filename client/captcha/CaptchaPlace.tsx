import { css } from '@emotion/react';
import { type ComponentType, useEffect, useState } from 'react';
import { contactTexts } from '../../shared/pages/contact.ts';
import { useAppSelector, useHydrated } from '../hooks.ts';
import { Button } from '../ui/Button.tsx';
import type { CaptchaProps } from './captchaProps.ts';
import { withRetries } from './retries.ts';

// High enough for the captcha, so that loading it causes no layout shift.
const place = css({
  display: 'grid',
  alignContent: 'center',
  minHeight: '5rem',
  padding: '0.75rem 1rem',
  background: 'var(--surface-2)',
  border: '1px solid var(--line)',
  borderRadius: '0.625rem',
  // Without scripts it says that the form cannot be sent, before the fields.
  '@media (scripting: none)': { order: -1 },
});
const quiet = css({ color: 'var(--muted)', fontSize: '0.9375rem' });

/** Loads the configured captcha. */
async function loadCaptcha(siteKey: string | undefined): Promise<ComponentType<CaptchaProps>> {
  return siteKey
    ? (await import(/* webpackChunkName: "hcaptcha" */ './HCaptchaBox.tsx')).HCaptchaBox
    : (await import(/* webpackChunkName: "proof-box" */ './ProofBox.tsx')).ProofBox;
}

export type CaptchaPlaceProps = Pick<CaptchaProps, 'onToken' | 'onTrouble'> & {
  /** Whether the visitor has started to use the form; the captcha does not load before. */
  readonly isStarted: boolean;
};

/** Loads and shows the captcha. Until hydration, it says how to contact the company without JavaScript. */
export function CaptchaPlace({ isStarted, onToken, onTrouble }: CaptchaPlaceProps) {
  const hydrated = useHydrated();
  const siteKey = useAppSelector((state) => state.site.hCaptchaSiteKey);
  const theme = useAppSelector((state) => state.theme.shown);
  const [loaded, setLoaded] = useState<{ readonly Captcha: ComponentType<CaptchaProps> } | null>(null);
  const [failed, setFailed] = useState(false);
  const [isRepeated, setRepeated] = useState(false);

  useEffect(() => {
    if (!isStarted || loaded || failed) return;
    const stopped = new AbortController();
    withRetries(() => loadCaptcha(siteKey), stopped.signal).then(
      (Captcha) => setLoaded({ Captcha }),
      () => {
        if (stopped.signal.aborted) return;
        // A new release may have replaced the captcha's script: a new page names the right one. The drafts stay.
        if (isRepeated && navigator.onLine) location.reload();
        setFailed(true);
        onTrouble();
      },
    );
    return () => stopped.abort();
  }, [isStarted, loaded, failed, isRepeated, siteKey, onTrouble]);

  const tryAgain = () => {
    setRepeated(true);
    setFailed(false);
  };

  if (loaded)
    return (
      <div css={place}>
        <loaded.Captcha siteKey={siteKey} theme={theme} onToken={onToken} onTrouble={onTrouble} />
      </div>
    );
  if (failed)
    return (
      <div css={place} role="status">
        <p>
          The spam check could not be loaded.{' '}
          <Button variant="link" size="sm" onClick={tryAgain}>
            Try Again
          </Button>
        </p>
      </div>
    );
  return (
    <div css={place}>
      <p css={quiet}>{hydrated ? 'A short spam check appears here when you begin.' : contactTexts.noScript}</p>
    </div>
  );
}
