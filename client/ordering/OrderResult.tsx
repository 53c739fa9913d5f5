import { css } from '@emotion/react';
import { messages } from '../../shared/messages.ts';
import { card } from '../content/cards.ts';
import { measure } from '../content/Section.tsx';
import { StoredOrder } from './StoredOrder.tsx';

const band = css({ paddingBlock: 'clamp(1rem, 0.5rem + 2vw, 2rem)' });
const box = css({
  display: 'grid',
  gap: '0.5rem',
  justifyItems: 'start',
  borderColor: 'var(--accent)',
  '& h2': { fontSize: '1.375rem' },
  '& ol': { color: 'var(--muted)' },
});

/** The result of an order posted without JavaScript, at the top of the page that the server redirects to. */
export function OrderResult({ reference }: { readonly reference: string }) {
  return (
    <div css={[measure, band]}>
      <section css={[card, box]} aria-labelledby="order-result">
        <h2 id="order-result">{messages.orderSubmitted.title}</h2>
        <p>{messages.orderSubmitted.description}</p>
        <StoredOrder reference={reference} />
      </section>
    </div>
  );
}
