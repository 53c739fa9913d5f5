import { css } from '@emotion/react';
import HCaptcha from '@hcaptcha/react-hcaptcha';
import { useEffect, useState } from 'react';
import { useAppSelector } from '../hooks.ts';
import { Button } from '../ui/Button.tsx';
import type { CaptchaProps } from './ProofBox.tsx';

const stack = css({ display: 'grid', gap: '0.5rem', justifyItems: 'start' });
const note = css({ color: 'var(--muted)', fontSize: '0.875rem' });
const trouble = css({ color: 'var(--danger)' });

/** Milliseconds after which hCaptcha's script counts as failed. If a firewall drops the request, the browser reports no error. */
const scriptTimeout = 15_000;

function Fault({ code, onRetry }: { readonly code: string; readonly onRetry: () => void }) {
  return (
    <p css={trouble}>
      {code === 'rate-limited'
        ? 'There were too many tries. Please wait a moment. '
        : 'The captcha could not be loaded. Please try again, or contact us directly. '}
      <Button variant="link" size="sm" onClick={onRetry}>
        Try Again
      </Button>
    </p>
  );
}

function ThirdPartyNote() {
  return (
    <p css={note}>
      The check is made by hCaptcha, which receives your network address and details of your browser. Its{' '}
      <a href="https://www.hcaptcha.com/privacy" target="_blank" rel="noopener">
        privacy policy
      </a>{' '}
      and{' '}
      <a href="https://www.hcaptcha.com/terms" target="_blank" rel="noopener">
        terms
      </a>{' '}
      apply.
    </p>
  );
}

/** hCaptcha's widget. If hCaptcha's script fails to load, the component `HCaptcha` tries up to two more times. */
export function HCaptchaBox({ onToken, onTrouble, startAgain }: CaptchaProps) {
  const siteKey = useAppSelector((state) => state.site.hCaptchaSiteKey) ?? '';
  const theme = useAppSelector((state) => state.theme.shown);
  const [fault, setFault] = useState<string | null>(null);
  const [isReady, setReady] = useState(false);
  // The widget's normal size is 303 px wide, which is too wide for the form on a narrow screen.
  const [isWide] = useState(() => matchMedia('(min-width: 25rem)').matches);

  // Synchronises with the widget. If a new theme replaces the widget, the form forgets the widget's token.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `theme` is the widget's key
  useEffect(() => () => onToken(null), [theme, onToken]);

  const fail = (code: string) => {
    onToken(null);
    // The visitor closed the challenge, which is not an error.
    if (code === 'challenge-closed') return;
    console.error('The captcha failed:', code);
    setFault(code);
    onTrouble();
  };

  // Synchronises with hCaptcha's script, whose failure a browser may not report.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `fail` is a new function at each rendering
  useEffect(() => {
    if (isReady || fault) return;
    const timer = setTimeout(() => fail('script-timeout'), scriptTimeout);
    return () => clearTimeout(timer);
  }, [isReady, fault]);

  return (
    <div css={stack}>
      <HCaptcha
        // The widget ignores a changed theme. A new key makes React mount a new widget.
        key={theme}
        sitekey={siteKey}
        size={isWide ? 'normal' : 'compact'}
        theme={theme}
        sentry={false}
        onReady={() => setReady(true)}
        onVerify={(token) => {
          setFault(null);
          onToken(token);
        }}
        onExpire={() => onToken(null)}
        onChalExpired={() => onToken(null)}
        onError={fail}
      />
      <div role="status">{fault ? <Fault code={fault} onRetry={startAgain} /> : null}</div>
      <ThirdPartyNote />
    </div>
  );
}
