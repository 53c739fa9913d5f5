import { css } from '@emotion/react';

/** The styles of a card. A parent with another background than the page's sets `--card`. */
export const card = css({
  background: 'var(--card, var(--surface))',
  border: '1px solid var(--line)',
  borderRadius: '1rem',
  padding: '1.5rem',
});
