import { css } from '@emotion/react';
import { useLocation } from 'react-router';
import { type HostingFamily, randOf } from '../../shared/hosting/family.ts';
import { readCriteria } from '../../shared/hosting/planFinder.ts';
import { media } from '../ui/styles.ts';

const grid = css({
  display: 'grid',
  gap: '1.25rem 2.5rem',
  [media.medium]: { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' },
  [media.extraLarge]: { gridTemplateColumns: 'repeat(4, minmax(0, 1fr))' },
  '& > div': { display: 'grid', gridTemplateColumns: '1fr 5.5rem', gap: '0.5rem', alignItems: 'center' },
  '& [type=number]': {
    minHeight: '2.75rem',
    width: '100%',
    padding: '0 0.75rem',
    background: 'var(--ground)',
    border: '1px solid var(--line-strong)',
    borderRadius: '0.5rem',
    fontVariantNumeric: 'tabular-nums',
  },
  '& [type=range]': { gridColumn: 'span 2', width: '100%', height: '1.5rem', margin: 0, accentColor: 'var(--accent)' },
});

/** Each criterion with its label and the step of its range. */
const fields = [
  ['cpus', 'Least CPU cores', 1],
  ['ram', 'Least RAM (GB)', 2],
  ['storage', 'Least storage (GB)', 25],
  ['budget', 'Most rand a month', 50],
] as const;

/** The fields that narrow the plans: each a number, and a range that is enabled when the page is hydrated. */
export function FinderFields({ family: { plans } }: { readonly family: HostingFamily }) {
  const { search } = useLocation();
  const criteria = readCriteria(new URLSearchParams(search));
  return (
    <div css={grid}>
      {fields.map(([name, label, step]) => {
        const amounts = plans.map(({ price, resources }) =>
          name === 'budget' ? randOf(price) : (resources?.[name] ?? 0),
        );
        const max = Math.ceil(Math.max(...amounts) / step) * step;
        // The end of the range that excludes no plan.
        const any = name === 'budget' ? max : 0;
        return (
          <div key={name}>
            <label htmlFor={name}>{label}</label>
            <input
              id={name}
              type="number"
              name={name}
              inputMode="numeric"
              min={0}
              placeholder="Any"
              defaultValue={criteria[name]}
            />
            <input
              type="range"
              className="needs-scripts"
              aria-label={label}
              max={max}
              step={step}
              data-any={any}
              defaultValue={criteria[name] ?? any}
              disabled
            />
          </div>
        );
      })}
    </div>
  );
}
