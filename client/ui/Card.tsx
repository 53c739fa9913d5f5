import { css } from '@emotion/react';

/** A surface one step above the ground. */
export const card = css({
  background: 'var(--surface)',
  border: '1px solid var(--line)',
  borderRadius: '1rem',
  padding: '1.5rem',
});
