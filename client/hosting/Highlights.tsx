import { css } from '@emotion/react';
import type { Highlight } from '../../shared/hosting/family.ts';
import { Icon } from '../ui/Icon.tsx';
import { media } from '../ui/media.ts';
import { measure } from '../ui/Section.tsx';
import { highlightIcons } from './highlightIcons.ts';

const band = css({ paddingBlock: 'clamp(2rem, 1.5rem + 2vw, 3.25rem)' });
const grid = css({
  display: 'grid',
  gap: '1.75rem 2.5rem',
  [media.medium]: { gridTemplateColumns: 'repeat(auto-fit, minmax(13.5rem, 1fr))' },
});
const item = css({
  display: 'grid',
  gridTemplateColumns: 'auto 1fr',
  columnGap: '1rem',
  rowGap: '0.25rem',
  alignContent: 'start',
  '& svg': { gridRow: 'span 2', color: 'var(--accent)', marginTop: '0.125rem' },
  '& h3': { fontSize: '1.0625rem' },
  '& p': { color: 'var(--muted)', gridColumn: 2 },
});

export type HighlightsProps = {
  readonly items: readonly Highlight[];
  /** Already inside the page's measure. */
  readonly isInner?: boolean;
};

/** A row of short points, each with its sign. */
export const Highlights = ({ items, isInner }: HighlightsProps) => {
  const list = (
    <ul css={grid}>
      {items.map(({ icon, title, text }) => (
        <li css={item} key={title}>
          <Icon icon={highlightIcons[icon]} size={24} />
          <h3>{title}</h3>
          <p>{text}</p>
        </li>
      ))}
    </ul>
  );
  return isInner ? list : <div css={[measure, band]}>{list}</div>;
};
