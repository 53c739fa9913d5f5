import { css } from '@emotion/react';
import { useState } from 'react';
import { useLocation } from 'react-router';
import { randOf } from '../../shared/hosting/amounts.ts';
import type { HostingFamily } from '../../shared/hosting/family.ts';
import { type CriterionName, type Found, readCriteria } from '../../shared/hosting/planFinder.ts';
import { card } from '../content/cards.ts';
import { useHydrated } from '../hooks.ts';
import { Button, buttonStyles } from '../ui/Button.tsx';
import { control } from '../ui/Field.tsx';
import { media, visuallyHidden } from '../ui/styles.ts';
import { FoundPlans } from './FoundPlans.tsx';
import { useChosen } from './useChosen.ts';

const row = { display: 'flex', flexFlow: 'wrap', gap: '0.5rem 1rem', alignItems: 'end' } as const;
const frame = css([
  card,
  row,
  {
    margin: '0 0 1rem',
    padding: '1rem',
    '& > button': { flex: '1 0 7rem', paddingInline: '0.5rem' },
    // Last, and alone in its line where it is open or has no room: what takes its place is no button.
    '& > details': { flex: '1 100%' },
    '& summary': { minWidth: 'min(8.5rem, 100%)' },
    '& details > div': [row, { marginTop: '0.75rem' }],
    [media.medium]: {
      '& > button': { flex: 'none', width: '8.5rem' },
      '& > :not([open]):last-child': { flex: 'none', width: '8.5rem' },
    },
  },
]);
const field = css({
  flex: '2 8rem',
  display: 'grid',
  gap: '0.25rem 0.75rem',
  alignItems: 'center',
  fontSize: '0.9375rem',
  '& [type=range]': { width: '100%', height: '1.5rem', margin: 0 },
  [media.large]: { gridTemplateColumns: '5.5rem 1fr', '& label': { gridColumn: 'span 2' } },
});
const status = css({ flex: '1 7rem', display: 'flex', alignItems: 'center', minHeight: '2.75rem' });

/** Each criterion with its label and the step of its range. */
const fields: Readonly<Record<CriterionName, readonly [label: string, step: number]>> = {
  cpus: ['CPU cores, at least', 1],
  ram: ['RAM in GB, at least', 2],
  storage: ['Storage in GB, at least', 25],
  budget: ['Budget a month', 50],
};

/** A criterion as a number, and as a range that is enabled when the page is hydrated. */
function Criterion({ name, family: { plans } }: { readonly name: CriterionName; readonly family: HostingFamily }) {
  const value = readCriteria(new URLSearchParams(useLocation().search))[name];
  const [label, step] = fields[name];
  const amounts = plans.map(({ price, resources }) => (name === 'budget' ? randOf(price) : (resources?.[name] ?? 0)));
  const max = Math.ceil(Math.max(...amounts) / step) * step;
  // The end of the range that excludes no plan.
  const any = name === 'budget' ? max : 0;
  return (
    <div css={field}>
      <label htmlFor={name}>{label}</label>
      <input
        css={control}
        id={name}
        type="number"
        name={name}
        inputMode="numeric"
        min={0}
        placeholder="Any"
        defaultValue={value}
      />
      <input
        type="range"
        className="needs-scripts"
        aria-label={label}
        max={max}
        step={step}
        data-any={any}
        defaultValue={value ?? any}
        disabled
      />
    </div>
  );
}

export type FinderProps = {
  readonly family: HostingFamily;
  /** Undefined without criteria. */
  readonly found: Found | undefined;
};

/** The fields that narrow the plans, and what they find. */
export function Finder({ family, found }: FinderProps) {
  const isHydrated = useHydrated();
  const [query] = useChosen(family);
  const { cpus, storage } = readCriteria(new URLSearchParams(query));
  const more = [cpus, storage].filter((criterion) => criterion !== undefined).length;
  // At first; then the visitor opens and closes it.
  const [hasMore] = useState(more > 0);
  const total = family.plans.length;
  const shown = found?.plans.length ?? total;
  const label = found && !found.best ? 'Show Nearest' : `Show ${shown} ${shown === 1 ? 'plan' : 'plans'}`;
  return (
    <fieldset css={frame}>
      <legend css={visuallyHidden}>Find Your Plan</legend>
      <Criterion name="ram" family={family} />
      <Criterion name="budget" family={family} />
      <Button type="submit" variant="secondary">
        {isHydrated ? label : 'Show Plans'}
      </Button>
      {/* Live from the start, a status when it has something to say. */}
      <div css={status} aria-live="polite" role={found ? 'status' : undefined}>
        {found ? <FoundPlans found={found} total={total} /> : <span>{`${total} plans`}</span>}
      </div>
      <details open={hasMore}>
        <summary css={buttonStyles('outline')}>{more > 0 ? `More (${more})` : 'More'}</summary>
        <div>
          <Criterion name="cpus" family={family} />
          <Criterion name="storage" family={family} />
        </div>
      </details>
    </fieldset>
  );
}
