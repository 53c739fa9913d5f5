import { css, type SerializedStyles } from '@emotion/react';
import type { ReactNode } from 'react';
import { company } from '../../shared/company.ts';
import { messagingLink, phoneLink } from '../../shared/contactLinks.ts';
import { buttonStyles } from '../ui/Button.tsx';
import { PageLink } from '../ui/PageLink.tsx';
import { actions } from '../ui/styles.ts';
import { card } from './cards.ts';

const frame = css({
  display: 'grid',
  gap: '0.75rem',
  alignContent: 'center',
  justifyItems: 'start',
  padding: 'clamp(1rem, 0.5rem + 2vw, 2.25rem)',
  backgroundImage: 'linear-gradient(115deg, var(--accent-soft), transparent 75%)',
  '& :is(h2, h3)': { fontSize: 'clamp(1.1875rem, 1.1rem + 0.5vw, 1.5rem)', lineHeight: 1.25 },
  '& p': { color: 'var(--muted)', maxWidth: '36rem' },
});
const buttons = css({ marginTop: '0.5rem' });

type CalloutProps = {
  readonly title: string;
  readonly text: string;
  readonly heading?: 'h2' | 'h3';
  readonly children: ReactNode;
  /** Not the `css` prop: the page has only the joined class, so Emotion would insert the caller's class again at hydration. */
  readonly styles?: SerializedStyles;
};

/** A highlighted invitation with buttons. */
export function Callout({ title, text, heading: Heading = 'h3', children, styles }: CalloutProps) {
  return (
    <div css={[card, frame, styles]} className="no-print">
      <Heading>{title}</Heading>
      <p>{text}</p>
      <div css={[actions, buttons]}>{children}</div>
    </div>
  );
}

/** The ways to ask the company, for a callout. */
export function AskButtons({ label, to }: { readonly label: string; readonly to: string }) {
  return (
    <>
      <PageLink css={buttonStyles('default')} to={to}>
        {label}
      </PageLink>
      <a css={buttonStyles('outline')} href={phoneLink}>
        {company.phone.display}
      </a>
      <a css={buttonStyles('outline')} href={messagingLink()} target="_blank" rel="noopener">
        {company.messaging.name}
      </a>
    </>
  );
}
