import { css } from '@emotion/react';
import { media } from './media.ts';

/** Cards side by side: one, two and then three columns. */
export const cardGrid = css({
  display: 'grid',
  gap: '1.25rem',
  [media.small]: { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' },
  [media.large]: { gridTemplateColumns: 'repeat(3, minmax(0, 1fr))' },
});
