import { css } from '@emotion/react';

/** For what is said to those who listen, and to those who index, where a look tells the rest. */
export const visuallyHidden = css({
  position: 'absolute',
  width: 1,
  height: 1,
  overflow: 'hidden',
  clipPath: 'inset(50%)',
});
