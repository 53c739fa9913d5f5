import { css } from '@emotion/react';
import { honeypotField } from '../../shared/submission.ts';

const outOfSight = css({ position: 'absolute', left: '-200vw', width: '1px', height: '1px', overflow: 'hidden' });

/** The honeypot of a plain form: hidden from sight, screen readers and the Tab key. */
export function HoneypotField() {
  return (
    <div css={outOfSight} aria-hidden="true">
      <label>
        Website
        <input name={honeypotField} tabIndex={-1} autoComplete="off" />
      </label>
    </div>
  );
}
