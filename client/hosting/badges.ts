import { css } from '@emotion/react';

const badge = {
  padding: '0 0.5625rem',
  border: '1px solid',
  borderRadius: '1rem',
  fontSize: '0.8125rem',
  fontWeight: 700,
  whiteSpace: 'nowrap',
} as const;

/** On the upper edge of a plan's card, so that the names of all cards in a row align. */
export const badges = css({
  position: 'absolute',
  inset: 'auto 1.25rem calc(100% - 0.75rem)',
  display: 'flex',
  flexWrap: 'wrap',
  justifyContent: 'flex-end',
  gap: '0.25rem',
  '& > b': {
    ...badge,
    marginRight: 'auto',
    borderColor: 'var(--accent)',
    background: 'var(--accent)',
    color: 'var(--on-accent)',
  },
  '& > span': { ...badge, borderColor: 'var(--warm)', background: 'var(--warm)', color: 'var(--on-warm)' },
});
