import { css } from '@emotion/react';
import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { company } from '../../shared/company.ts';
import { phoneLink } from '../../shared/contactLinks.ts';
import type { ToastText } from '../../shared/messages.ts';

const panel = css({
  display: 'grid',
  gap: '0.5rem',
  justifyItems: 'start',
  '& ol': { display: 'grid', gap: '0.25rem', paddingLeft: '1.25rem', listStyle: 'decimal', color: 'var(--muted)' },
});
const title = css({ fontSize: '1.375rem' });
const subtitle = css({ fontSize: '1.0625rem', marginTop: '0.5rem' });

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
export function StoredResult({ id, heading, message, children, next, actions, className }: StoredResultProps) {
  const section = useRef<HTMLElement>(null);
  // The toast about the result is below the result (Toasts.tsx), also when the window changes.
  useLayoutEffect(() => {
    const measure = () => {
      const end = (section.current?.getBoundingClientRect().bottom ?? 0) + scrollY;
      document.documentElement.style.setProperty('--result-end', `${end}px`);
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, []);
  const Heading = heading;
  const Subheading = heading === 'h2' ? 'h3' : 'h4';
  return (
    <section css={panel} className={className} aria-labelledby={id} ref={section} data-result="">
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
        Questions? Phone <a href={phoneLink}>{company.phone.display}</a> and give the reference.
      </p>
      {actions}
    </section>
  );
}
