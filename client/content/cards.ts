import { css } from '@emotion/react';
import { media } from '../ui/styles.ts';

/** The styles of a card. A parent with a background in the cards' colour sets `--card`, so that its cards stand out. */
export const card = css({
  background: 'var(--card, var(--surface))',
  border: '1px solid var(--line)',
  borderRadius: '1rem',
  padding: '1.5rem',
});

function gridOf(columns: number, screen: string) {
  return css({
    display: 'grid',
    gap: '1.25rem',
    [media.small]: { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' },
    [screen]: { gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` },
  });
}

export const cardGrid = gridOf(3, media.large);
export const fourColumns = gridOf(4, media.extraLarge);
/** A value of `gridTemplateColumns`: three columns, or fewer if the text is large. */
export const threeColumns = 'repeat(auto-fill, minmax(max(13rem, 30%), 1fr))';

/** A card that is a link as a whole. Under the pointer, the card rises and its `arrow` moves. */
export const linkCard = css({
  position: 'relative',
  '&:hover': { borderColor: 'var(--accent)' },
  [media.motion]: {
    transition: 'transform 0.16s, border-color 0.16s',
    '&:hover': { transform: 'translateY(-2px)', '--arrow': 'translateX(4px)' },
    // Covers the gap below the risen card. Otherwise, a pointer in this gap would no longer be over the card.
    '&:hover::before': { content: '""', position: 'absolute', inset: '0 0 -3px' },
  },
});

export const arrow = css({ transform: 'var(--arrow)', [media.motion]: { transition: 'transform 0.16s' } });
