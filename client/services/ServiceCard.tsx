import { css } from '@emotion/react';
import { ArrowRight } from 'lucide';
import { descriptions } from '../../shared/services/descriptions.ts';
import type { Service } from '../../shared/services/list.ts';
import { arrow, card, linkCard } from '../content/cards.ts';
import { Emblem } from '../content/Picture.tsx';
import { Icon } from '../ui/Icon.tsx';
import { PageLink } from '../ui/PageLink.tsx';
import { visuallyHidden } from '../ui/styles.ts';

const frame = css({
  display: 'grid',
  gridTemplateRows: 'auto auto 1fr auto',
  gap: '0.75rem',
  justifyItems: 'start',
  height: '100%',
  '& :is(h2, h3)': { fontSize: '1.1875rem', lineHeight: 1.3 },
  // After a navigation within the document no element matches `:target`, but ScrollAndFocus focuses the card.
  '&:is(:target, :focus)': {
    borderColor: 'var(--accent)',
    backgroundImage: 'linear-gradient(115deg, var(--accent-soft), transparent 75%)',
    '@media (forced-colors: active)': { outline: '2px solid' },
  },
});
// The whole card is clickable, but screen readers announce only the link.
const cover = css({ '&::after': { content: '""', position: 'absolute', inset: 0 } });
const link = css({
  zIndex: 1,
  display: 'inline-flex',
  alignItems: 'center',
  gap: '0.375rem',
  minHeight: '2.75rem',
  marginBottom: '-0.625rem',
  fontWeight: 600,
  textDecoration: 'none',
});
const titleLink = css({ color: 'inherit', textDecoration: 'none' });

type ServiceCardProps = {
  readonly service: Service;
  /** Where the button leads. If set, the card's title leads to the service's page. Otherwise, the button leads to that page. */
  readonly to?: string;
  readonly heading?: 'h2' | 'h3';
  /** Whether links lead to the card. If so, the card has the service's id and can have the focus. */
  readonly isTarget?: boolean;
};

export function ServiceCard({ service, to, heading: Heading = 'h3', isTarget }: ServiceCardProps) {
  const { id, path, name } = service;
  return (
    <article css={[card, linkCard, frame]} {...(isTarget && { id, tabIndex: -1 })}>
      <Emblem name={id} size={56} />
      <Heading>
        {to ? (
          <PageLink css={[titleLink, cover]} to={path}>
            {name}
          </PageLink>
        ) : (
          name
        )}
      </Heading>
      <p>{descriptions[id]}</p>
      <PageLink css={[link, !to && cover]} to={to ?? path}>
        <span>
          Learn More
          <span css={visuallyHidden}> about {name}</span>
        </span>
        <Icon css={arrow} icon={ArrowRight} size={18} />
      </PageLink>
    </article>
  );
}
