import { css } from '@emotion/react';
import { company } from '../../shared/company.ts';
import { paths } from '../../shared/paths.ts';
import { Picture } from '../content/Picture.tsx';
import { PageLink } from '../ui/PageLink.tsx';

// The estimated width of the company's name, in em. The font size below depends on this width.
const nameWidth = 0.62 * company.name.length;

const logo = css({
  display: 'inline-flex',
  alignItems: 'center',
  gap: '0.625rem',
  minHeight: '2.75rem',
  // If the header lacks room, the name first gets smaller, then takes more lines. Its words are never broken.
  flex: '1 0',
  minWidth: 'min-content',
  maxWidth: 'max-content',
  overflowWrap: 'normal',
  color: 'var(--text)',
  font: '700 1.1875rem/1.1 var(--display)',
  fontSize: `clamp(13px, (100vw - 32px - 12rem) / ${nameWidth}, 1.1875rem)`,
  '& svg': { flex: 'none' },
  letterSpacing: '-0.01em',
  textDecoration: 'none',
  '&:hover': { color: 'var(--text)' },
});

export function Logo() {
  return (
    <PageLink css={logo} to={paths.home}>
      <Picture name="mark" width={32} height={32} viewBox="0 0 32 32" />
      {company.name}
    </PageLink>
  );
}
