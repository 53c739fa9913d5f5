import { deliveryTime, minimumTerm, noticeDays, paymentMethods } from '../../shared/optionalFacts.ts';
import { card } from '../content/cards.ts';
import { media } from '../ui/styles.ts';

/** What the owner has filled in about ordering; nothing until then. */
export function OrderFacts() {
  // Constants, so that the build leaves out what is empty.
  return paymentMethods || deliveryTime || minimumTerm || noticeDays ? (
    <dl
      css={[
        card,
        {
          display: 'grid',
          gap: '1rem 2rem',
          marginTop: '1.75rem',
          [media.medium]: { gridAutoFlow: 'column', gridAutoColumns: 'minmax(0, 1fr)' },
          '& dt': { color: 'var(--muted)', fontSize: '0.9375rem' },
        },
      ]}
    >
      <Fact name="Payment" value={paymentMethods} />
      <Fact name="Usual Delivery Time" value={deliveryTime} />
      <Fact name="Minimum Term" value={minimumTerm} />
      <Fact name="Notice" value={noticeDays ? `${noticeDays} days` : ''} />
    </dl>
  ) : null;
}

function Fact({ name, value }: { readonly name: string; readonly value: string }) {
  return value ? (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  ) : null;
}
