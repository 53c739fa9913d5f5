import { css } from '@emotion/react';
import { honeypotField } from '../../shared/submission.ts';

import { useHydrated } from '../hooks.ts';

const outOfSight = css({ position: 'absolute', left: '-200vw', width: '1px', height: '1px', overflow: 'hidden' });

/** A field for robots, in a form that may be posted without scripts: nobody sees, hears or reaches it. */
export function HoneypotField() {
  if (useHydrated()) return null;
  return (
    <div css={outOfSight} aria-hidden="true">
      <label>
        Website
        <input name={honeypotField} tabIndex={-1} autoComplete="off" />
      </label>
    </div>
  );
}
