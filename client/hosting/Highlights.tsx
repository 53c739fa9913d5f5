import { css } from '@emotion/react';
import type { Points } from '../../shared/texts.ts';
import { measure } from '../content/Section.tsx';
import { media } from '../ui/styles.ts';

const band = css({ paddingBlock: 'clamp(1rem, 0.75rem + 1vw, 1.5rem)' });
const grid = css({
  display: 'grid',
  gap: '0.75rem 2.5rem',
  '& li': {
    paddingTop: '0.75rem',
    borderTop: '2px solid var(--accent-soft)',
  },
  '& :is(h2, h3)': { marginBottom: '0.25rem', fontSize: '1.0625rem', lineHeight: 1.3, letterSpacing: 0 },
  '& p': { color: 'var(--muted)' },
});
const threes = css({ [media.medium]: { gridTemplateColumns: 'repeat(3, minmax(0, 1fr))' } });
const fours = css({
  [media.small]: { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' },
  [media.large]: { gridTemplateColumns: 'repeat(4, minmax(0, 1fr))' },
});

type HighlightsProps = {
  readonly items: Points;
  /** Whether the list is below the heading of a section. If so, its own headings are one level lower. */
  readonly isInner?: boolean;
};

export function Highlights({ items, isInner }: HighlightsProps) {
  const points = Object.entries(items);
  const Heading = isInner ? 'h3' : 'h2';
  const list = (
    <ul css={[grid, points.length === 4 ? fours : threes]}>
      {points.map(([title, text]) => (
        <li key={title}>
          <Heading>{title}</Heading>
          <p>{text}</p>
        </li>
      ))}
    </ul>
  );
  return isInner ? list : <div css={[measure, band]}>{list}</div>;
}
