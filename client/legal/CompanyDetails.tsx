import { css } from '@emotion/react';
import type { companyDetails } from '../../shared/legal/companyDetails.ts';
import { card } from '../content/cards.ts';
import { CopyButton } from '../ui/CopyButton.tsx';
import { media } from '../ui/styles.ts';

const list = css({
  display: 'grid',
  breakInside: 'avoid',
  columnGap: '0.75rem',
  fontSize: '0.9375rem',
  alignItems: 'baseline',
  // The copy button, which appears after hydration, must move nothing.
  '& dd:has(data)': { minHeight: '2.75rem', display: 'flex', alignItems: 'center', gap: '0.5rem' },
  // The last of these margins is a part of the card's padding.
  '& dd': { marginBottom: '0.75rem' },
  paddingBottom: '0.75rem',
  [media.small]: { gridTemplateColumns: 'minmax(0, 14rem) minmax(50%, 1fr)' },
});

export function CompanyDetails({ details }: { readonly details: typeof companyDetails }) {
  return (
    <dl css={[card, list]}>
      {details.map(({ label, value, isCopied, href }) => [
        <dt key={`${label}-label`}>{label}</dt>,
        <dd key={label}>
          {href ? <a href={href}>{value}</a> : isCopied ? <data value={value}>{value}</data> : value}
          {isCopied ? <CopyButton text={value} /> : null}
        </dd>,
      ])}
    </dl>
  );
}
