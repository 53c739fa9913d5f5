import { css } from '@emotion/react';
import { ChevronDown, Menu as MenuIcon, X } from 'lucide';
import { hostingList } from '../../shared/hosting/list.ts';
import { paths } from '../../shared/paths.ts';
import { Emblem } from '../content/Picture.tsx';
import { ThemeToggle } from '../theme/ThemeControls.tsx';
import { buttonStyles } from '../ui/Button.tsx';
import { Icon } from '../ui/Icon.tsx';
import { PageLink, PageLinks } from '../ui/PageLink.tsx';
import { wrappingRow } from '../ui/styles.ts';
import { FromPrice } from './FromPrice.tsx';
import { lastLinks, Menu, mainLinks } from './Menu.tsx';

// The menu is below the header. On the home page, the top bar moves the header down, and `position-area` follows the header.
// Where a browser lacks `position-area`, the top bar makes way (TopBar.tsx), so that the button in the header can close the menu.
const sheet = css({
  position: 'fixed',
  inset: 'var(--bar) 0 auto',
  width: '100%',
  maxWidth: 'none',
  height: 'auto',
  maxHeight: 'calc(100dvh - var(--bar))',
  margin: 0,
  padding: '1rem clamp(1rem, 4vw, 2rem) 2rem',
  overflowY: 'auto',
  border: 0,
  background: 'var(--ground)',
  color: 'var(--text)',
  '& > a': { marginTop: '1.25rem', width: '100%' },
  // The menu has no backdrop: the header stays bright, because a button in the header closes the menu.
  boxShadow: 'var(--shadow)',
  borderBottom: '1px solid var(--line-strong)',
  '@supports (position-area: bottom)': {
    inset: 0,
    positionAnchor: '--header',
    positionArea: 'bottom',
    alignSelf: 'start',
    maxHeight: '100%',
  },
});
// While the menu is open, its button shows a cross.
const openState = css({
  '&:has(+ :popover-open) > svg:first-child, &:not(:has(+ :popover-open)) > svg:last-child': { display: 'none' },
});
const theme = css({ justifyContent: 'space-between', marginTop: '0.75rem', color: 'var(--muted)' });
const list = css({
  // `:where` lets the link's colour change under the pointer.
  '& :where(a, summary)': {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'space-between',
    minHeight: '3.25rem',
    borderBottom: '1px solid var(--line)',
    color: 'var(--text)',
    fontSize: '1.0625rem',
    fontWeight: 600,
    textDecoration: 'none',
  },
  '& a[aria-current]': { color: 'var(--accent)', borderBottom: '2px solid' },
  '& summary': { cursor: 'pointer', listStyle: 'none' },
  '& summary::-webkit-details-marker': { display: 'none' },
  '& [open] summary svg': { transform: 'rotate(180deg)' },
  '& ul': { paddingLeft: '1rem', borderLeft: '2px solid var(--line)' },
  '& ul li': { columnGap: '0.75rem', borderBottom: '1px solid var(--line)' },
  '& ul a': { flex: '1 8rem', minHeight: '3rem', borderBottom: 0, fontSize: '1rem', fontWeight: 500 },
});

export function MobileMenu() {
  return (
    <>
      <button
        type="button"
        css={[buttonStyles('ghost', 'icon'), openState]}
        popoverTarget="mobile-menu"
        aria-label="Menu"
      >
        <Icon icon={MenuIcon} size={24} />
        <Icon icon={X} size={24} />
      </button>
      <Menu css={sheet} id="mobile-menu" aria-label="Menu">
        <ul css={list}>
          <PageLinks links={mainLinks} />
          <li>
            <details>
              <summary>
                Hosting <Icon icon={ChevronDown} size={20} />
              </summary>
              <ul>
                {hostingList.map(({ id, path, name }) => (
                  <li css={wrappingRow} key={path}>
                    <Emblem name={id} size={32} />
                    <PageLink to={path}>{name}</PageLink>
                    <FromPrice id={id} />
                  </li>
                ))}
              </ul>
            </details>
          </li>
          <PageLinks links={lastLinks} />
        </ul>
        <PageLink css={buttonStyles('default', 'lg')} to={paths.support}>
          Support
        </PageLink>
        <div css={[wrappingRow, theme]} className="needs-scripts">
          <span>Dark or light</span>
          <ThemeToggle />
        </div>
      </Menu>
    </>
  );
}
