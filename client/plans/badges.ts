import { css } from '@emotion/react';

/** On the upper edge of a plan's card, so that the names of all cards in a row align. */
export const badges = css({
  position: 'absolute',
  inset: 'auto 1.25rem calc(100% - 0.75rem)',
  display: 'flex',
  flexWrap: 'wrap',
  justifyContent: 'flex-end',
  gap: '0.25rem',
  '& > *': {
    padding: '0 0.5625rem',
    border: '1px solid var(--warm)',
    borderRadius: '1rem',
    background: 'var(--warm)',
    color: 'var(--on-warm)',
    fontSize: '0.8125rem',
    fontWeight: 700,
  },
  '& > b': {
    marginRight: 'auto',
    borderColor: 'var(--accent)',
    background: 'var(--accent)',
    color: 'var(--on-accent)',
  },
});
