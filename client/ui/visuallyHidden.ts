import { css } from '@emotion/react';

/** Hides a text visually. Screen readers and search engines still read it. */
export const visuallyHidden = css({
  position: 'absolute',
  width: 1,
  height: 1,
  overflow: 'hidden',
  clipPath: 'inset(50%)',
});
