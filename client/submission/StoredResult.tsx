import { css } from '@emotion/react';
import type { ReactNode } from 'react';
import { company } from '../../shared/company.ts';
import { phoneLink } from '../../shared/contactLinks.ts';
import type { ToastText } from '../../shared/messages.ts';
import { CopyButton } from '../ui/CopyButton.tsx';

const panel = css({
  // The toast about the result is below the result (Toasts.tsx).
  anchorName: '--result',
  display: 'grid',
  gap: '0.5rem',
  justifyItems: 'start',
  '& ol': { display: 'grid', gap: '0.25rem', paddingLeft: '1.25rem', listStyle: 'decimal', color: 'var(--muted)' },
});
const title = css({ fontSize: '1.375rem' });
const subtitle = css({ fontSize: '1.0625rem', marginTop: '0.5rem' });
const referenceLine = css({
  display: 'inline-flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  columnGap: '0.5rem',
  // The line leaves room for the button, which appears after hydration.
  minHeight: '2.75rem',
  '& button': { paddingInline: 0 },
});

export function Reference({ reference }: { readonly reference: string }) {
  return (
    <span css={referenceLine}>
      <span>
        Reference <b>{reference}</b>
      </span>
      <CopyButton text={reference} />
    </span>
  );
}

type StoredResultProps = {
  /** The id of the heading, which can have the focus. */
  readonly id: string;
  readonly heading: 'h2' | 'h3';
  readonly message: ToastText;
  readonly children: ReactNode;
  readonly next: { readonly title: string; readonly steps: readonly string[] };
  readonly actions?: ReactNode;
  readonly className?: string;
};

/** The result of a stored form: the reference, what happens next, and whom to ask. Accepts the `css` prop. */
export function StoredResult({ id, heading: Heading, message, children, next, actions, className }: StoredResultProps) {
  const Subheading = Heading === 'h2' ? 'h3' : 'h4';
  return (
    <section css={panel} className={className} aria-labelledby={id} data-result="">
      <Heading css={title} id={id} tabIndex={-1}>
        {message.title}
      </Heading>
      <p>{message.description}</p>
      {children}
      <Subheading css={subtitle}>{next.title}</Subheading>
      <ol>
        {next.steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      <p>
        Keep the reference, or print this page: it shows this only for a short time. Questions? Phone{' '}
        <a href={phoneLink}>{company.phone.display}</a> and give it.
      </p>
      {actions}
    </section>
  );
}
