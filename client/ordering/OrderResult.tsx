import { css } from '@emotion/react';
import { company } from '../../shared/company.ts';
import { phoneLink } from '../../shared/contactLinks.ts';
import { orderSteps } from '../../shared/hosting/orderSteps.ts';
import { messages } from '../../shared/messages.ts';
import { Reference } from '../submission/Reference.tsx';
import { card } from '../ui/Card.tsx';
import { measure } from '../ui/Section.tsx';

const band = css({ paddingBlock: 'clamp(1rem, 0.5rem + 2vw, 2rem)' });
const box = css({
  display: 'grid',
  gap: '0.5rem',
  borderColor: 'var(--accent)',
  '& h2': { fontSize: '1.375rem' },
  '& a': { whiteSpace: 'nowrap' },
  '& ol': { display: 'grid', gap: '0.25rem', paddingLeft: '1.25rem', listStyle: 'decimal', color: 'var(--muted)' },
});

/** The result of an order posted without JavaScript, at the top of the page that the server redirects to. */
export function OrderResult({ reference }: { readonly reference: string }) {
  return (
    <div css={[measure, band]}>
      <section css={[card, box]} aria-labelledby="order-result">
        <h2 id="order-result">{messages.orderSubmitted.title}</h2>
        <p>{messages.orderSubmitted.description}</p>
        <p>
          <Reference reference={reference} />
        </p>
        <h3>{orderSteps.title}</h3>
        <ol>
          {orderSteps.steps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
        <p>
          Questions? Phone <a href={phoneLink}>{company.phone.display}</a> and give the reference.
        </p>
      </section>
    </div>
  );
}
