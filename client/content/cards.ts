import { css } from '@emotion/react';
import { media } from '../ui/styles.ts';

/** The styles of a card. A parent with another background than the page's sets `--card`. */
export const card = css({
  background: 'var(--card, var(--surface))',
  border: '1px solid var(--line)',
  borderRadius: '1rem',
  padding: '1.5rem',
});

/** Cards in one, two or three columns, depending on the screen's width. */
export const cardGrid = css({
  display: 'grid',
  gap: '1.25rem',
  [media.small]: { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' },
  [media.large]: { gridTemplateColumns: 'repeat(3, minmax(0, 1fr))' },
});

/** Three columns, or fewer with large text. */
export const threeColumns = 'repeat(auto-fill, minmax(max(13rem, 30%), 1fr))';
