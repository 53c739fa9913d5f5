import { css } from '@emotion/react';
import type { Points } from '../../shared/texts.ts';
import { media } from '../ui/styles.ts';

const list = css({
  display: 'grid',
  gap: '1.75rem 2rem',
  counterReset: 'step',
  [media.large]: { gridAutoFlow: 'column', gridAutoColumns: 'minmax(0, 1fr)' },
  '& li': {
    position: 'relative',
    counterIncrement: 'step',
    display: 'grid',
    gap: '0.375rem',
    alignContent: 'start',
    paddingLeft: '3.25rem',
    [media.large]: { paddingLeft: 0, paddingTop: '3.25rem' },
  },
  '& li::before': {
    content: 'counter(step)',
    position: 'absolute',
    top: 0,
    left: 0,
    display: 'grid',
    placeItems: 'center',
    width: '2.25rem',
    height: '2.25rem',
    border: '1px solid var(--line-strong)',
    borderRadius: '50%',
    color: 'var(--muted)',
    font: '700 1rem/1 var(--display)',
  },
  '& h3': { fontSize: '1.0625rem' },
  '& p': { color: 'var(--muted)' },
});

export function Steps({ items }: { readonly items: Points }) {
  return (
    <ol css={list} role="list">
      {Object.entries(items).map(([title, text]) => (
        <li key={title}>
          <h3>{title}</h3>
          <p>{text}</p>
        </li>
      ))}
    </ol>
  );
}
