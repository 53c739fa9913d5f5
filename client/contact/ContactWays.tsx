import { css } from '@emotion/react';
import { Mail, MapPin, MessageCircle, Phone } from 'lucide';
import { company, openingHours } from '../../shared/company.ts';
import { mailLink, messagingLink, phoneLink } from '../../shared/contactLinks.ts';
import { card, threeColumns } from '../content/cards.ts';
import { CopyButton } from '../ui/CopyButton.tsx';
import { Icon } from '../ui/Icon.tsx';
import { media } from '../ui/styles.ts';

const ways = css({ display: 'grid', gap: '1.25rem', [media.medium]: { gridTemplateColumns: threeColumns } });
const way = css({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  justifyItems: 'start',
  gap: '0.25rem',
  alignContent: 'start',
  '& > svg': { color: 'var(--muted)', marginBottom: '0.5rem' },
  '& a': { display: 'inline-flex', alignItems: 'center', gap: '0.5rem', minHeight: '2.75rem', fontWeight: 600 },
  '& :is(h2, h3)': { fontSize: '1.1875rem', lineHeight: 1.3 },
  '& small': { fontSize: '0.9375rem' },
});

// The copy button appears after hydration, beside the link or, in a narrow card, below the link.
const copied = css({ display: 'flex', flexWrap: 'wrap', columnGap: '0.75rem', '& button': { paddingInline: 0 } });
const [mailbox, domain] = company.email.split('@');

export function ContactWays({ heading: Heading = 'h3' }: { readonly heading?: 'h2' | 'h3' }) {
  return (
    <ul css={ways} role="list">
      <li css={[card, way]}>
        <Icon icon={Phone} size={26} />
        <Heading>Phone</Heading>
        <div css={copied}>
          <a href={phoneLink}>{company.phone.display}</a>
          <CopyButton text={company.phone.display} />
        </div>
        <a href={messagingLink()} rel="noopener">
          <Icon icon={MessageCircle} size={18} />
          {company.messaging.name}
        </a>
        <small>{openingHours}</small>
      </li>
      <li css={[card, way]}>
        <Icon icon={Mail} size={26} />
        <Heading>Email</Heading>
        <div css={copied}>
          <a href={mailLink()}>
            <span>
              {mailbox}
              <wbr />@{domain}
            </span>
          </a>
          <CopyButton text={company.email} />
        </div>
      </li>
      <li css={[card, way]}>
        <Icon icon={MapPin} size={26} />
        <Heading>Office</Heading>
        <p>{company.address.lines.join(', ')}</p>
        <small>{company.address.note}</small>
      </li>
    </ul>
  );
}
