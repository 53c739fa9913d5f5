import { css } from '@emotion/react';
import { type ReactNode, useId } from 'react';
import { media } from '../ui/styles.ts';
import { Paragraph } from './Paragraph.tsx';

/** The width and side padding of the page's content. */
export const measure = css({
  width: '100%',
  maxWidth: '77rem',
  marginInline: 'auto',
  paddingInline: 'clamp(1rem, 4vw, 2rem)',
});

export const twoColumns = css({
  display: 'grid',
  gap: '2rem 3.5rem',
  [media.large]: { gridTemplateColumns: 'minmax(0, 1.2fr) minmax(0, 1fr)', alignItems: 'start' },
});

/** The style of the content below a page's hero. */
export const body = css({
  display: 'grid',
  gap: '1.5rem',
  paddingBlock: 'clamp(2rem, 1.5rem + 2vw, 3.5rem) clamp(3rem, 2rem + 4vw, 5.5rem)',
});

const section = css({
  paddingBlock: 'clamp(2.25rem, 1rem + 5vw, 5.5rem)',
  // A link to a section scrolls the section right up to the header, so that nothing of the section above stays visible.
  scrollMarginTop: '-1rem',
});
const tight = css({
  paddingTop: 'clamp(2rem, 1.5rem + 1.5vw, 3rem)',
  '& > div > :has(> h2)': { gap: '0.5rem', marginBottom: '1.25rem', '& > p': { maxWidth: '64rem' } },
});
const raised = css({ '--card': 'var(--ground)', background: 'var(--surface)', borderBlock: '1px solid var(--line)' });
const heading = css({
  display: 'grid',
  gap: '0.75rem',
  marginBottom: 'clamp(1.25rem, 0.75rem + 2vw, 2.75rem)',
  breakAfter: 'avoid',
});

export const lead = css({
  color: 'var(--muted)',
  fontSize: '1.0625rem',
  maxWidth: '42rem',
  [media.medium]: { fontSize: '1.125rem' },
});

// The heading stays visible while the visitor scrolls a long list beside it.
const split = css({
  [media.large]: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 2.2fr)',
    gap: '3.5rem',
    alignItems: 'start',
    '& > :has(> h2)': { position: 'sticky', top: 'calc(var(--bar) + 2rem)' },
  },
});

type SectionProps = {
  readonly title: string;
  readonly lead?: string;
  /** Gives the section a background that differs from the sections above and below. */
  readonly isRaised?: boolean;
  /** Puts the heading beside the content on large screens. */
  readonly isSplit?: boolean;
  /** Makes the space above the content smaller, so that more of the content is visible without scrolling. */
  readonly isTight?: boolean;
  /** The fragment of links to the section. Such a link also moves the focus to the section. */
  readonly id?: string;
  readonly children: ReactNode;
};

export function Section({ title, lead: leadText, isRaised, isSplit, isTight, id, children }: SectionProps) {
  const headingId = useId();
  return (
    <section
      css={[section, isTight && tight, isRaised && raised]}
      aria-labelledby={headingId}
      id={id}
      tabIndex={id === undefined ? undefined : -1}
    >
      <div css={isSplit ? [measure, split] : measure}>
        <div css={heading}>
          <h2 id={headingId}>{title}</h2>
          {leadText ? <Paragraph key={leadText} css={lead} text={leadText} /> : null}
        </div>
        {children}
      </div>
    </section>
  );
}
