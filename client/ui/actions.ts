import { css } from '@emotion/react';
import { media } from './media.ts';

/** Buttons side by side. On the narrowest screens, they fill the width. They are not printed. */
export const actions = css({
  display: 'flex',
  flexWrap: 'wrap',
  gap: '0.75rem',
  width: '100%',
  '& > *': { flexGrow: 1 },
  [media.small]: { '& > *': { flexGrow: 0 } },
  [media.print]: { display: 'none' },
});
