import { css } from '@emotion/react';
import { ChevronDown, Phone } from 'lucide';
import { useLocation } from 'react-router';
import { company } from '../../shared/company.ts';
import { phoneLink } from '../../shared/contactLinks.ts';
import { hostingList } from '../../shared/hosting/list.ts';
import { paths } from '../../shared/paths.ts';
import { Emblem } from '../content/Picture.tsx';
import { measure } from '../content/Section.tsx';
import { SearchForm } from '../search/SearchForm.tsx';
import { ThemeToggle } from '../theme/ThemeControls.tsx';
import { buttonStyles } from '../ui/Button.tsx';
import { Icon } from '../ui/Icon.tsx';
import { PageLink, PageLinks } from '../ui/PageLink.tsx';
import { media, wrappingRow } from '../ui/styles.ts';
import { FromPrice } from './FromPrice.tsx';
import { Logo } from './Logo.tsx';
import { lastLinks, Menu, mainLinks } from './Menu.tsx';
import { MobileMenu } from './MobileMenu.tsx';

const bar = css({
  anchorName: '--header',
  position: 'sticky',
  top: 0,
  zIndex: 20,
  background: 'var(--ground)',
  borderBottom: '1px solid var(--line)',
});
const row = css({ gap: '0.5rem', minHeight: 'var(--bar)' });
const onlyWide = css({ display: 'none', [media.large]: { display: 'flex' } });
const onlyNarrow = css({ display: 'flex', gap: '0.25rem', [media.large]: { display: 'none' } });
// The search form. On screens below 80rem, only its button is visible, which leads to the search page.
const search = css({
  marginLeft: 'auto',
  // The form grows while it has the focus.
  '& form': { width: 'min(100%, 10.5rem)', marginLeft: 'auto', '&:focus-within': { width: 'min(100%, 20rem)' } },
  '@media (width < 80rem)': { '& input': { display: 'none' } },
});
const links = css({
  alignItems: 'center',
  gap: '0.25rem',
  '& > nav > ul': { display: 'flex', gap: '0.25rem' },
  '& > nav > ul > li > :is(a, button)': {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '0.25rem',
    minHeight: '2.75rem',
    padding: '0.5rem 0.75rem',
    border: 0,
    borderRadius: '0.5rem',
    background: 'none',
    color: 'var(--muted)',
    fontSize: '0.9375rem',
    fontWeight: 500,
    textDecoration: 'none',
    '&:hover, &:has(+ :popover-open)': { color: 'var(--text)', background: 'var(--surface-2)' },
    // A border marks the current page, because forced colours remove shadows and backgrounds.
    '&[aria-current]': {
      paddingBottom: 'calc(0.5rem - 2px)',
      borderBottom: '2px solid var(--accent)',
      borderRadius: 0,
      color: 'var(--text)',
    },
  },
});

// The menu is below its button. Browsers without https://developer.mozilla.org/docs/Web/CSS/position-area show it below the header,
// at the right edge of the page's measure. No `position-try-fallbacks`: WebKit hangs when the window becomes narrow (bug 299742).
const dropdown = css({
  position: 'fixed',
  inset: 'var(--bar) max(1rem, 50vw - 37.5rem) auto auto',
  width: '38rem',
  margin: '0.5rem 0',
  padding: '0.75rem',
  background: 'var(--surface)',
  border: '1px solid var(--line-strong)',
  borderRadius: '1rem',
  boxShadow: 'var(--shadow)',
  color: 'var(--text)',
  '@supports (position-area: bottom)': { inset: 'auto', positionArea: 'bottom' },
  '& ul': { display: 'grid', gridTemplateColumns: '1fr 1fr', gap: '0.25rem' },
});
// The link's text is only the name, but the whole entry is clickable.
const entry = css({
  position: 'relative',
  display: 'grid',
  gridTemplateColumns: 'auto 1fr',
  columnGap: '0.875rem',
  alignContent: 'start',
  padding: '0.75rem',
  borderRadius: '0.625rem',
  '&:hover, &:has([aria-current="page"])': { background: 'var(--surface-2)' },
  '& a': { display: 'block', color: 'var(--text)', fontWeight: 600 },
  '& a:not([aria-current])': { textDecoration: 'none' },
  '& a::after': { content: '""', position: 'absolute', inset: 0, borderRadius: '0.625rem' },
  '& svg': { gridRow: 'span 3' },
  '& small': { display: 'block', fontSize: '0.8125rem', lineHeight: 1.4 },
});

export function Header() {
  const { pathname } = useLocation();
  const inHosting = hostingList.some(({ path }) => path === pathname);
  return (
    <header css={bar}>
      <div css={[measure, wrappingRow, row]}>
        <Logo />
        <SearchForm styles={search} />
        <div css={[onlyWide, links]}>
          <nav aria-label="Main">
            <ul>
              <PageLinks links={mainLinks} />
              <li>
                <button type="button" popoverTarget="hosting-menu" aria-current={inHosting || undefined}>
                  Hosting <Icon icon={ChevronDown} size={16} />
                </button>
                <Menu css={dropdown} id="hosting-menu" aria-label="Hosting">
                  <ul>
                    {hostingList.map(({ id, path, name, summary }) => (
                      <li css={entry} key={path}>
                        <Emblem name={id} size={40} />
                        <PageLink to={path}>{name}</PageLink>
                        <small aria-hidden="true">{summary}</small>
                        <FromPrice id={id} />
                      </li>
                    ))}
                  </ul>
                </Menu>
              </li>
              <PageLinks links={lastLinks} />
            </ul>
          </nav>
          <ThemeToggle />
          <PageLink css={buttonStyles('default', 'sm')} className="no-print" to={paths.support}>
            Support
          </PageLink>
        </div>
        <div css={onlyNarrow}>
          <a css={buttonStyles('ghost', 'icon')} href={phoneLink} aria-label={`Call ${company.phone.display}`}>
            <Icon icon={Phone} />
          </a>
          <MobileMenu />
        </div>
      </div>
    </header>
  );
}
