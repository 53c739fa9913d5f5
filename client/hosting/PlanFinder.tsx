import { css } from '@emotion/react';
import type { ReactNode } from 'react';
import type { Criteria } from '../../shared/hosting/criteria.ts';
import { type HostingFamily, randOf } from '../../shared/hosting/family.ts';
import { Button } from '../ui/Button.tsx';
import { card } from '../ui/Card.tsx';
import { media } from '../ui/media.ts';

const frame = css({
  display: 'grid',
  gap: '1.25rem 2rem',
  marginBottom: '2rem',
  [media.medium]: { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' },
  [media.extraLarge]: { gridTemplateColumns: 'repeat(4, minmax(0, 1fr))' },
  '& > div': { display: 'grid', gridTemplateColumns: '1fr 6rem', gap: '0.5rem', alignItems: 'center' },
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
  '& > p': { gridColumn: '1 / -1' },
  [media.print]: { display: 'none' },
});

/** Each criterion with its label and the step of its range. */
const fields = [
  ['cpus', 'CPU cores, at least', 1],
  ['ram', 'RAM in GB, at least', 2],
  ['storage', 'Storage in GB, at least', 25],
  ['budget', 'Rand a month, at most', 50],
] as const;

export type PlanFinderProps = {
  readonly family: HostingFamily;
  readonly criteria: Criteria;
  /** Called when the visitor reaches for a field. */
  readonly onReach: () => void;
  /** What was found, if anything is asked for. */
  readonly children: ReactNode;
};

/** The fields that narrow the plans, each a number and a range. The start script makes the two agree. */
export function PlanFinder({ family: { plans }, criteria, onReach, children }: PlanFinderProps) {
  return (
    <fieldset css={[card, frame]} onFocus={onReach} onPointerEnter={onReach}>
      <legend>Find Your Plan</legend>
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
            />
          </div>
        );
      })}
      <p role="status">{children ?? `${plans.length} plans`}</p>
      <Button type="submit" variant="secondary">
        Show Plans
      </Button>
    </fieldset>
  );
}
