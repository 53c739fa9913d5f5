import { css } from '@emotion/react';
import { Mail, Phone } from 'lucide';
import { company } from '../../shared/company.ts';
import { mailLink, phoneLink } from '../../shared/contactLinks.ts';
import { measure } from '../content/Section.tsx';
import { Icon } from '../ui/Icon.tsx';
import { wrappingRow } from '../ui/styles.ts';

const strip = css({
  background: 'var(--surface)',
  borderBottom: '1px solid var(--line)',
  fontSize: 'clamp(0.8125rem, 0.75rem + 0.25vw, 0.875rem)',
  // Without `position-area`, an open menu begins where the header ends at the window's top.
  '@supports not (position-area: bottom)': { 'body:has(nav:popover-open) > &': { display: 'none' } },
});
const row = css({
  justifyContent: 'space-between',
  columnGap: '0.75rem',
  '& a': {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '0.5rem',
    minHeight: '2.75rem',
    color: 'var(--muted)',
    textDecoration: 'none',
    '&:hover': { color: 'var(--text)' },
  },
});

export function TopBar() {
  return (
    <aside css={strip} aria-label="Phone and email">
      <div css={[measure, wrappingRow, row]}>
        <a href={phoneLink}>
          <Icon icon={Phone} size={16} />
          {company.phone.display}
        </a>
        <a href={mailLink()}>
          <Icon icon={Mail} size={16} />
          {company.email}
        </a>
      </div>
    </aside>
  );
}
