import { css } from '@emotion/react';
import HCaptcha from '@hcaptcha/react-hcaptcha';
import { useEffect, useState } from 'react';
import { Button } from '../ui/Button.tsx';
import type { CaptchaProps } from './captcha.ts';

const stack = css({ display: 'grid', gap: '0.5rem', justifyItems: 'start' });
const note = css({ color: 'var(--muted)', fontSize: '0.875rem' });
const trouble = css({ color: 'var(--danger)' });

/** The widget's normal form is 303 px wide. */
function fitsNormal() {
  return matchMedia('(min-width: 25rem)').matches;
}

const troubleTexts: Readonly<Record<string, string>> = {
  'rate-limited': 'There were too many tries. Please wait a moment.',
};
const anyTrouble = 'The captcha could not be loaded. Please try again, or contact us directly.';

/** hCaptcha's widget. Its loader tries the script up to two more times by itself. */
export function HCaptchaBox({ siteKey = '', theme, onToken, onTrouble }: CaptchaProps) {
  const [fault, setFault] = useState<string | null>(null);
  const [round, setRound] = useState(0);
  const [size] = useState<'normal' | 'compact'>(() => (fitsNormal() ? 'normal' : 'compact'));

  // A widget that gives way to another takes its token along.
  // biome-ignore lint/correctness/useExhaustiveDependencies: these two make the widget a new one
  useEffect(() => () => onToken(null), [theme, round, onToken]);

  const fail = (code: string) => {
    onToken(null);
    // The visitor closed the challenge: that is no fault.
    if (code === 'challenge-closed') return;
    console.error('The captcha failed:', code);
    setFault(code);
    onTrouble();
  };

  return (
    <div css={stack}>
      <HCaptcha
        // It takes no notice of a new theme by itself.
        key={`${theme}-${round}`}
        sitekey={siteKey}
        size={size}
        theme={theme}
        sentry={false}
        onVerify={(token) => {
          setFault(null);
          onToken(token);
        }}
        onExpire={() => onToken(null)}
        onChalExpired={() => onToken(null)}
        onError={fail}
      />
      <div role="status">
        {fault ? (
          <p css={trouble}>
            {troubleTexts[fault] ?? anyTrouble}{' '}
            <Button
              variant="link"
              size="sm"
              onClick={() => {
                setFault(null);
                setRound(round + 1);
              }}
            >
              Try again
            </Button>
          </p>
        ) : null}
      </div>
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
    </div>
  );
}
