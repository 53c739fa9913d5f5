import { css } from '@emotion/react';
import { media } from '../ui/styles.ts';

/** A card that is one link: under the pointer it rises, and the arrow at its end moves on. */
export const linkCard = css({
  position: 'relative',
  '&:hover': { borderColor: 'var(--accent)' },
  [media.motion]: {
    '&, & svg:last-child': { transition: 'transform 0.16s, border-color 0.16s' },
    '&:hover': { transform: 'translateY(-2px)' },
    // Where the card was, so that it does not fall from under the pointer.
    '&:hover::before': { content: '""', position: 'absolute', inset: '0 0 -3px' },
    '&:hover svg:last-child': { transform: 'translateX(4px)' },
  },
});
