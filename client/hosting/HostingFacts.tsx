import { hostingFacts, minimumTerm, paymentMethods } from '../../shared/optionalFacts.ts';
import { card } from '../content/cards.ts';

const list = {
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(13rem, 100%), 1fr))',
  gap: '1rem 2rem',
  marginTop: '1.75rem',
  '& dt': { color: 'var(--muted)', fontSize: '0.9375rem' },
};

/** The facts that the owner has filled in about a family and its ordering. Without facts, shows nothing. */
export function HostingFacts({ familyId }: { readonly familyId: string }) {
  const facts = Object.entries({
    ...hostingFacts[familyId],
    ...(paymentMethods && { Payment: paymentMethods }),
    ...(minimumTerm && { 'Minimum Term': minimumTerm }),
  });
  return facts.length > 0 ? (
    <dl css={[card, list]}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  ) : null;
}
