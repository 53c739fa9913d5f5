import { css } from '@emotion/react';
import emblems from '../../static/scenes/emblems.svg';

const frame = css({ flex: 'none', color: 'var(--accent)' });

/** A drawn sign of 64 x 64 units for a service or a family of plans; `name` is its id. Decoration. */
export const Emblem = ({ name, size = 48 }: { readonly name: string; readonly size?: number }) => (
  <svg css={frame} className="no-print" width={size} height={size} viewBox="0 0 64 64" aria-hidden="true">
    <use href={`${emblems}#${name}`} />
  </svg>
);
