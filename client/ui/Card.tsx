import { css } from '@emotion/react';

/** A surface one step off what it lies on: `--card` says which, where that is not the page's ground. */
export const card = css({
  background: 'var(--card, var(--surface))',
  border: '1px solid var(--line)',
  borderRadius: '1rem',
  padding: '1.5rem',
});
