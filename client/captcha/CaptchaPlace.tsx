import { css } from '@emotion/react';
import { type ComponentType, lazy, Suspense, useEffect } from 'react';
import { contactTexts } from '../../shared/pages/contact.ts';
import { useAppSelector } from '../hooks.ts';
import { Button } from '../ui/Button.tsx';
import { withRetries } from '../ui/loading.ts';
import { useHydrated } from '../ui/useHydrated.ts';
import { type CaptchaProps, ProofBox } from './ProofBox.tsx';

// The place is high enough for the captcha, so that loading the captcha causes no layout shift.
const place = css({
  display: 'grid',
  alignContent: 'center',
  minHeight: '5rem',
  padding: '0.75rem 1rem',
  background: 'var(--surface-2)',
  border: '1px solid var(--line)',
  borderRadius: '0.625rem',
  // Without scripts, this element moves above the fields. Its text then says that the form cannot be sent.
  '@media (scripting: none)': { order: -1 },
});
const quiet = css({ color: 'var(--muted)', fontSize: '0.9375rem' });

/** Replaces a captcha whose script cannot be loaded, for example after an upgrade. The button reloads the page and keeps drafts. */
function CaptchaNotLoaded({ onTrouble }: CaptchaProps) {
  // Synchronises with the network, from which the captcha's script has not come.
  useEffect(onTrouble, [onTrouble]);
  return (
    <p role="status">
      The spam check could not be loaded.{' '}
      <Button variant="link" size="sm" onClick={() => location.reload()}>
        Try Again
      </Button>
    </p>
  );
}

const HCaptchaBox = lazy<ComponentType<CaptchaProps>>(() =>
  withRetries(() => import(/* webpackChunkName: "hcaptcha" */ './HCaptchaBox.tsx')).then(
    (loaded) => ({ default: loaded.HCaptchaBox }),
    () => ({ default: CaptchaNotLoaded }),
  ),
);

type CaptchaPlaceProps = CaptchaProps & {
  /** Whether the visitor has started to use the form. The captcha appears only after that. */
  readonly isStarted: boolean;
};

/** Shows hCaptcha if the site has a key for it, else the proof of work. Before hydration, shows how to contact the company. */
export function CaptchaPlace({ isStarted, ...props }: CaptchaPlaceProps) {
  const hydrated = useHydrated();
  const Captcha = useAppSelector((state) => (state.site.hCaptchaSiteKey ? HCaptchaBox : ProofBox));
  const hint = (
    <p css={quiet}>{hydrated ? 'A short spam check appears here when you begin.' : contactTexts.noScript}</p>
  );
  return (
    <div css={place} className="no-print">
      {isStarted ? (
        <Suspense fallback={hint}>
          <Captcha {...props} />
        </Suspense>
      ) : (
        hint
      )}
    </div>
  );
}
