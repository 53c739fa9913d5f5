import { css, keyframes } from '@emotion/react';

/** Media queries: for the widths at which layouts change, for paper, and for visitors who allow motion. */
export const media = {
  small: '@media (min-width: 36rem)',
  medium: '@media (min-width: 48rem)',
  mediumScreen: '@media screen and (min-width: 48rem)',
  large: '@media (min-width: 64rem)',
  extraLarge: '@media (min-width: 80rem)',
  print: '@media print',
  motion: '@media (prefers-reduced-motion: no-preference)',
} as const;

export const control = css({
  width: '100%',
  minHeight: '2.75rem',
  padding: '0.5625rem 0.75rem',
  background: 'var(--ground)',
  border: '1px solid var(--line-strong)',
  borderRadius: '0.5rem',
  '&:hover': { borderColor: 'var(--accent)' },
  '&:focus-visible': { outlineOffset: 0, borderColor: 'var(--accent-2)' },
  '&[aria-invalid="true"]': { borderColor: 'var(--danger)' },
  'textarea&': { resize: 'vertical', minHeight: '6.5rem' },
});

/** Buttons side by side. On the narrowest screens, the buttons fill the width. Paper shows no buttons. */
export const actions = css({
  display: 'flex',
  flexWrap: 'wrap',
  gap: '0.75rem',
  width: '100%',
  '& > *': { flexGrow: 1 },
  [media.small]: { '& > *': { flexGrow: 0 } },
  [media.print]: { display: 'none' },
});

/** Elements in a row, which wraps where there is no room. */
export const wrappingRow = css({ display: 'flex', flexWrap: 'wrap', alignItems: 'center' });

/** Short texts in a line with a dot between neighbours. A line neither begins nor ends with a dot. */
export const dotted = css({
  display: 'flex',
  flexFlow: 'wrap',
  overflow: 'clip',
  '& > *': { position: 'relative', marginRight: '1em' },
  '& > ::before': { content: '"·"', position: 'absolute', left: '-1em', width: '1em', textAlign: 'center' },
});

/** Hides a text visually. Screen readers and search engines still read the text. */
export const visuallyHidden = css({
  position: 'absolute',
  width: 1,
  height: 1,
  overflow: 'hidden',
  clipPath: 'inset(50%)',
});

const rise = keyframes({ from: { opacity: 0, transform: 'translateY(8px)' } });

/** A box with a message, which appears over the page. */
export const messageBox = css({
  background: 'var(--surface-2)',
  border: '1px solid var(--line-strong)',
  borderRadius: '0.875rem',
  boxShadow: '0 0.25rem 1rem var(--scrim)',
  [media.motion]: { animation: `${rise} 0.2s ease-out` },
});
