import { css } from '@emotion/react';
import type { HostingFamily, Plan, Spec } from '../../shared/hosting/family.ts';
import { media } from '../ui/styles.ts';

const specs = css({
  display: 'flex',
  flexDirection: 'column',
  margin: '0.75rem 0 1.25rem',
  borderTop: '1px solid var(--line)',
  '& div': {
    display: 'flex',
    flexWrap: 'wrap',
    justifyContent: 'space-between',
    gap: '0 1rem',
    padding: '0.5rem 0',
    borderBottom: '1px solid var(--line)',
  },
  '& dt': { color: 'var(--muted)', fontSize: '0.9375rem' },
  '& dd': {
    fontWeight: 600,
    fontSize: '0.9375rem',
    textAlign: 'right',
    flexGrow: 1,
  },
});

// If no prices are shown, the leading spec takes the place of the price.
const withLeading = css({
  margin: '0 0 1.25rem',
  borderTop: 0,
  '& [data-leading]': {
    justifyContent: 'flex-start',
    alignItems: 'baseline',
    gap: '0 0.5rem',
    padding: '0 0 0.875rem',
    // Three columns are narrow: a long label does not fit beside its number. So the label is below the number on every card.
    [media.medium]: { flexDirection: 'column' },
    [media.large]: { flexDirection: 'row' },
    '& dt': { fontSize: '1rem' },
    '& dd': {
      order: -1,
      flexGrow: 0,
      font: '700 2.25rem/1.1 var(--display)',
      letterSpacing: '-0.02em',
      wordSpacing: '0.06em',
    },
  },
});

/** The noun of a spec, singular or plural to match the value: `1 account`, `25 accounts`. */
function nounOf({ value, label, phrase = '' }: Spec): string {
  return phrase.toLowerCase().startsWith(`${value.toLowerCase()} `) ? phrase.slice(value.length + 1) : label;
}

function shownSpecs({ leadingSpec }: HostingFamily, { specs: all }: Plan): readonly Spec[] {
  const isLeading = ({ label }: Spec) => label === leadingSpec;
  return [...all.filter(isLeading), ...all.filter((spec) => !isLeading(spec))];
}

type PlanSpecsProps = { readonly family: HostingFamily; readonly plan: Plan };

export function PlanSpecs({ family, plan }: PlanSpecsProps) {
  return (
    <dl css={[specs, family.leadingSpec && withLeading]}>
      {shownSpecs(family, plan).map((spec) => (
        <div key={spec.label} data-leading={spec.label === family.leadingSpec || undefined}>
          <dt>{spec.label === family.leadingSpec ? nounOf(spec) : spec.label}</dt>
          <dd>{spec.value}</dd>
        </div>
      ))}
    </dl>
  );
}
