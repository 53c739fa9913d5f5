import { css } from '@emotion/react';
import { ArrowUp } from 'lucide';
import { company } from '../../shared/company.ts';
import { mailLink, messagingLink, phoneLink } from '../../shared/contactLinks.ts';
import { hostingList } from '../../shared/hosting/list.ts';
import { mainId, paths, servicePath } from '../../shared/paths.ts';
import { services } from '../../shared/services/list.ts';
import { measure } from '../content/Section.tsx';
import { ThemeChooser } from '../theme/ThemeChooser.tsx';
import { Button } from '../ui/Button.tsx';
import { Icon } from '../ui/Icon.tsx';
import { PageLink } from '../ui/PageLink.tsx';
import { media } from '../ui/styles.ts';
import { Logo } from './Logo.tsx';

const ground = css({
  background: 'var(--deep)',
  borderTop: '1px solid var(--line)',
  fontSize: '0.9375rem',
  breakInside: 'avoid',
});
const columns = css({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 2fr) minmax(0, 3fr)',
  gap: '2.5rem 1.5rem',
  paddingBlock: '3.5rem 2.5rem',
  '& > div, & > :last-of-type': { gridColumn: '1 / -1' },
  [media.small]: { gridTemplateColumns: '1fr 1fr', '& > :nth-of-type(n + 2)': { gridColumn: 'auto' } },
  [media.large]: {
    gridTemplateColumns: '1.2fr 0.6fr 1fr 1.1fr 1fr',
    columnGap: '2rem',
    '& > :first-child': { gridColumn: 'auto' },
  },
  [media.extraLarge]: { gridTemplateColumns: '1.2fr 0.6fr 0.9fr 1.9fr 0.9fr' },
  [media.print]: { paddingBlock: '1rem 0.5rem', '& > :first-child': { gridColumn: 'auto' } },
  '& h2': { fontSize: '1rem', letterSpacing: 0, marginBottom: '0.75rem' },
  '& p': { color: 'var(--muted)' },
  '& a:not([class*=logo])': { textDecoration: 'none' },
});
const list = css({
  '& a': {
    display: 'inline-block',
    padding: '0.3125rem 0',
    color: 'var(--muted)',
    '&:hover': { color: 'var(--text)' },
  },
});
const twoColumns = css({ columns: 2, [media.small]: { columns: 'auto' }, [media.extraLarge]: { columns: 2 } });
const about = css({ display: 'grid', gap: '0.75rem', alignContent: 'start', justifyItems: 'start' });
const address = css({ fontStyle: 'normal', color: 'var(--muted)', marginBottom: '0.5rem' });
const legalLine = css({ fontSize: '0.8125rem' });
const bottom = css({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: '1rem',
  paddingBlock: '1.25rem',
  borderTop: '1px solid var(--line)',
  color: 'var(--muted)',
});
const controls = css({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '0.75rem' });

const quickLinks = [
  { path: paths.services, label: 'Services' },
  { path: paths.about, label: 'About Us' },
  { path: paths.contact, label: 'Contact' },
  { path: paths.support, label: 'Support' },
  { path: paths.legal, label: 'Legal' },
] as const;

export function Footer() {
  return (
    <footer css={ground}>
      <div css={measure}>
        <div css={columns}>
          <div css={about}>
            <Logo />
            <p>{company.tagline}</p>
            <p css={legalLine}>
              {company.legalName}
              <br />
              Registration {company.registrationNumber}
              {company.vat === 'not-registered' ? null : (
                <>
                  <br />
                  VAT {company.vatNumber}
                </>
              )}
            </p>
          </div>
          <nav aria-label="Quick links">
            <h2>Quick Links</h2>
            <ul css={list}>
              {quickLinks.map(({ path, label }) => (
                <li key={path}>
                  <PageLink to={path}>{label}</PageLink>
                </li>
              ))}
            </ul>
          </nav>
          <nav aria-label="Hosting plans">
            <h2>Hosting</h2>
            <ul css={list}>
              {hostingList.map(({ id, path, name }) => (
                <li key={id}>
                  <PageLink to={path}>{name}</PageLink>
                </li>
              ))}
            </ul>
          </nav>
          <nav aria-label="Services">
            <h2>Our Services</h2>
            <ul css={[list, twoColumns]}>
              {services.map(({ id, title }) => (
                <li key={id}>
                  <PageLink to={servicePath(id)}>{title}</PageLink>
                </li>
              ))}
            </ul>
          </nav>
          <div>
            <h2>Contact</h2>
            <address css={address}>
              {company.address.lines.map((line) => (
                <span key={line}>
                  {line}
                  <br />
                </span>
              ))}
              {company.address.note}
            </address>
            <ul css={list}>
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
        </div>
        <div css={bottom}>
          <p suppressHydrationWarning>
            © {new Date().getFullYear()} {company.name}. All rights reserved.
          </p>
          <div css={controls}>
            <ThemeChooser />
            <Button
              variant="outline"
              size="icon"
              className="needs-scripts"
              aria-label="Scroll to top"
              onClick={() => {
                scrollTo({ top: 0, behavior: 'smooth' });
                document.getElementById(mainId)?.focus({ preventScroll: true });
              }}
            >
              <Icon icon={ArrowUp} size={20} />
            </Button>
          </div>
        </div>
      </div>
    </footer>
  );
}
