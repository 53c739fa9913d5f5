import { css } from '@emotion/react';
import { useEffect, useState } from 'react';
import { Spinner } from '../ui/Button.tsx';
import { wrappingRow } from '../ui/styles.ts';
import { proveWork } from './proofOfWork.ts';

/** The props of both captchas, hCaptcha and proof of work. Remounting a captcha starts a new check. */
export type CaptchaProps = {
  /** Called with a token when the visitor passes the check, and with null when the token expires. */
  readonly onToken: (token: string | null) => void;
  /** Called when the check fails. The captcha itself shows the error and offers a retry. */
  readonly onTrouble: () => void;
  /** Remounts the captcha. */
  readonly startAgain: () => void;
};

const statusTexts = {
  idle: '',
  working: 'Checking...',
  solved: 'Verified',
  expired: 'This has expired. Please tick the box again.',
  failed: 'The check did not succeed. Please tick the box again, or contact us directly.',
} as const;

const box = css({ gap: '0 1rem' });
const labelStyle = css({ gap: '0.75rem', minHeight: '2.75rem', fontWeight: 600, cursor: 'pointer' });
const status = css({ display: 'flex', alignItems: 'center', gap: '0.5rem', color: 'var(--muted)' });
const trouble = css({ color: 'var(--danger)' });

export function ProofBox({ onToken, onTrouble }: CaptchaProps) {
  const [state, setState] = useState<keyof typeof statusTexts>('idle');
  const [expiresAt, setExpiresAt] = useState(Number.POSITIVE_INFINITY);

  // Synchronises with the clock, by which the token expires. One long timer would stand still while a computer sleeps.
  useEffect(() => {
    if (state !== 'solved') return;
    const timer = setInterval(() => {
      if (Date.now() < expiresAt) return;
      setState('expired');
      onToken(null);
    }, 1000);
    return () => clearInterval(timer);
  }, [state, expiresAt, onToken]);

  const prove = async () => {
    setState('working');
    try {
      const solved = await proveWork();
      setState('solved');
      setExpiresAt(solved.expiresAt);
      onToken(solved.token);
    } catch (error) {
      console.error('The captcha failed:', error);
      setState('failed');
      onTrouble();
    }
  };

  const isBusy = state === 'working';
  const isTicked = isBusy || state === 'solved';
  return (
    <div css={[wrappingRow, box]}>
      <label css={[wrappingRow, labelStyle]}>
        <input type="checkbox" checked={isTicked} aria-busy={isBusy} onChange={() => void (isTicked || prove())} />
        I'm not a robot
      </label>
      <span css={[status, state === 'failed' && trouble]} role="status">
        {isBusy ? <Spinner /> : null}
        <span>{statusTexts[state]}</span>
      </span>
    </div>
  );
}
