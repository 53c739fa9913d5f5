import { css } from '@emotion/react';
import { ArrowUp } from 'lucide';
import { company } from '../../shared/company.ts';
import { mailLink, messagingLink, phoneLink } from '../../shared/contactLinks.ts';
import { hostingList } from '../../shared/hosting/list.ts';
import { mainId, paths } from '../../shared/paths.ts';
import { services } from '../../shared/services/list.ts';
import { southAfricanTime } from '../../shared/southAfricanTime.ts';
import { measure } from '../content/Section.tsx';
import { ThemeChooser } from '../theme/ThemeControls.tsx';
import { Button } from '../ui/Button.tsx';
import { Icon } from '../ui/Icon.tsx';
import { PageLinks } from '../ui/PageLink.tsx';
import { media, wrappingRow } from '../ui/styles.ts';
import { Logo } from './Logo.tsx';

const frame = css({ background: 'var(--deep)', borderTop: '1px solid var(--line)', fontSize: '0.9375rem' });
const columns = css({
  display: 'grid',
  gridTemplateColumns: '2fr 3fr',
  gap: '1.25rem 1.5rem',
  paddingBlock: '2rem 1.25rem',
  '@media (width < 64rem)': { '& > div, & [aria-label=Services]': { gridColumn: '1 / -1' } },
  [media.large]: { paddingBlock: '2.5rem 1.5rem', gridTemplateColumns: '1.2fr 0.6fr 0.9fr 1.9fr 0.9fr' },
  // Where there is room, the services take two columns, and so do the address and the ways to reach the company.
  '& [aria-label=Services] ul, & :has(> address)': { columns: '9rem 2' },
  '& h2': { columnSpan: 'all', marginBottom: '0.5rem', fontSize: '1rem', letterSpacing: 0 },
  '& p, & address, & li > a': { color: 'var(--muted)', fontStyle: 'normal' },
  '& address': { whiteSpace: 'pre-line' },
  '& p': { marginTop: '0.75rem' },
  '& :is(address, div > ul)': { breakInside: 'avoid', paddingBottom: '0.5rem' },
  '& small': { fontSize: '0.8125rem' },
  '& li > a': {
    display: 'inline-block',
    padding: '0.1875rem 0',
    textDecoration: 'none',
    '&:hover': { color: 'var(--text)' },
  },
});
const bottom = css({
  gap: '1rem',
  paddingBlock: '1.25rem',
  borderTop: '1px solid var(--line)',
  color: 'var(--muted)',
  '& > p': { flexGrow: 1 },
});

const quickLinks = [
  { path: paths.services, name: 'Services' },
  { path: paths.about, name: 'About Us' },
  { path: paths.contact, name: 'Contact' },
  { path: paths.support, name: 'Support' },
  { path: paths.legal, name: 'Legal' },
];

const lists = [
  { label: 'Quick links', title: 'Quick Links', links: quickLinks },
  { label: 'Hosting plans', title: 'Hosting', links: hostingList },
  { label: 'Services', title: 'Our Services', links: services },
];

function Contact() {
  return (
    <div>
      <h2>Contact</h2>
      <address>{[...company.address.lines, company.address.note].join('\n')}</address>
      <ul>
        <li>
          <a href={phoneLink}>{company.phone.display}</a>
        </li>
        <li>
          <a href={mailLink()}>{company.email}</a>
        </li>
        <li>
          <a href={messagingLink()} rel="noopener">
            {company.messaging.name}
          </a>
        </li>
      </ul>
    </div>
  );
}

export function Footer() {
  return (
    <footer css={frame}>
      <div css={measure}>
        <div css={columns}>
          <div>
            <Logo />
            <p>{company.tagline}</p>
            <p>
              <small>
                {company.legalName}
                <br />
                {`Registration ${company.registrationNumber}`}
                {company.vat === 'not-registered' ? null : ` · VAT ${company.vatNumber}`}
              </small>
            </p>
          </div>
          {lists.map(({ label, title, links }) => (
            <nav key={label} aria-label={label}>
              <h2>{title}</h2>
              <ul>
                <PageLinks links={links} />
              </ul>
            </nav>
          ))}
          <Contact />
        </div>
        <div css={[wrappingRow, bottom]}>
          <p
            suppressHydrationWarning
          >{`© ${southAfricanTime().getUTCFullYear()} ${company.name}. All rights reserved.`}</p>
          <ThemeChooser />
          <Button
            variant="outline"
            size="icon"
            className="needs-scripts"
            aria-label="Scroll to top"
            onClick={() => {
              scrollTo({ top: 0 });
              document.getElementById(mainId)?.focus({ preventScroll: true });
            }}
          >
            <Icon icon={ArrowUp} size={20} />
          </Button>
        </div>
      </div>
    </footer>
  );
}
