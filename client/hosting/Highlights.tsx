import { css } from '@emotion/react';
import type { Highlight } from '../../shared/hosting/family.ts';
import { Icon } from '../ui/Icon.tsx';
import { media } from '../ui/media.ts';
import { measure } from '../ui/Section.tsx';
import { highlightIcons } from './highlightIcons.ts';

const band = css({ paddingBlock: 'clamp(2rem, 1.5rem + 2vw, 3.25rem)' });
const grid = css({ display: 'grid', gap: '1.25rem 2.5rem' });
const threes = css({ [media.medium]: { gridTemplateColumns: 'repeat(3, minmax(0, 1fr))' } });
const fours = css({
  [media.small]: { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' },
  [media.large]: { gridTemplateColumns: 'repeat(4, minmax(0, 1fr))' },
});
const item = css({
  display: 'grid',
  gridTemplateColumns: 'auto 1fr',
  columnGap: '1rem',
  rowGap: '0.25rem',
  alignContent: 'start',
  '& svg': { gridRow: 'span 2', color: 'var(--accent)', marginTop: '0.125rem' },
  '& :is(h2, h3)': { fontSize: '1.0625rem', lineHeight: 1.3, letterSpacing: 0 },
  '& p': { color: 'var(--muted)', gridColumn: 2 },
});

export type HighlightsProps = {
  readonly items: readonly Highlight[];
  /** Whether the list is inside a section and below its heading. */
  readonly isInner?: boolean;
};

/** A row of short points, each with an icon. */
export function Highlights({ items, isInner }: HighlightsProps) {
  const Heading = isInner ? 'h3' : 'h2';
  const list = (
    <ul css={[grid, items.length === 4 ? fours : threes]}>
      {items.map(({ icon, title, text }) => (
        <li css={item} key={title}>
          <Icon icon={highlightIcons[icon]} size={24} />
          <Heading>{title}</Heading>
          <p>{text}</p>
        </li>
      ))}
    </ul>
  );
  return isInner ? list : <div css={[measure, band]}>{list}</div>;
}
