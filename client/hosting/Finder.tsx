import { css } from '@emotion/react';
import { useState } from 'react';
import { count } from '../../shared/hosting/amounts.ts';
import type { HostingFamily } from '../../shared/hosting/family.ts';
import { type CriterionName, criterionNames, type Found, readCriteria } from '../../shared/hosting/planFinder.ts';
import { planCardId } from '../../shared/paths.ts';
import { card } from '../content/cards.ts';
import { Button } from '../ui/Button.tsx';
import { control, media, visuallyHidden } from '../ui/styles.ts';
import { useHydrated } from '../ui/useHydrated.ts';
import { ChoiceLink, type Choose } from './useChoice.tsx';

const frame = css([
  card,
  {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fill, minmax(min(8rem, 100%), 1fr))',
    gap: '0.625rem 1rem',
    alignItems: 'end',
    // The margin leaves room for the badges of the first card, which take two lines with large text.
    margin: '0 0 2.5rem',
    padding: '0.75rem 1rem',
    [media.medium]: { gridTemplateColumns: 'repeat(4, minmax(0, 1fr)) 9.5rem', marginBottom: '1.5rem' },
    '& label': { display: 'grid', gap: '0.125rem', fontSize: '0.875rem' },
    // On wider screens, the button is in the narrow last column. A small padding leaves room for its text, `Show 12 plans`.
    '& > button': { [media.medium]: { paddingInline: '0.25rem' } },
    // If the text were smaller than 16 px, iOS would zoom in on a focused field.
    '& input': { fontSize: '1rem' },
  },
]);
// The minimum height has room for the usual results, so that nothing moves when the result changes.
const result = css({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '0 1.25rem' });
const status = css([
  result,
  {
    minHeight: '4.25rem',
    fontSize: '0.875rem',
    '& > a': { paddingBlock: '0.5rem' },
    [media.medium]: { gridColumn: '1 / -1', minHeight: '2.75rem', fontSize: 'inherit' },
  },
]);

const labels: Readonly<Record<CriterionName, string>> = {
  cpus: 'CPU cores, at least',
  ram: 'GB RAM, at least',
  storage: 'GB storage, at least',
  budget: 'Budget a month',
};

function Criterion({ name, query, choose }: { name: CriterionName; query: URLSearchParams; choose: Choose }) {
  const { [name]: value } = readCriteria(query);
  const [typed, setTyped] = useState({ text: String(value ?? ''), value });
  // Keep the typed text, such as `08` for 8, unless a link or Back has changed the criterion.
  if (typed.value !== value) {
    const isSame = readCriteria(new URLSearchParams({ [name]: typed.text }))[name] === value;
    setTyped({ text: isSame ? typed.text : String(value ?? ''), value });
  }
  return (
    <label>
      {labels[name]}
      <input
        css={control}
        id={name}
        type="number"
        name={name}
        inputMode="numeric"
        min={0}
        placeholder="Any"
        value={typed.text}
        onChange={({ target }) => {
          setTyped({ text: target.value, value });
          choose((next) => next.set(name, target.value));
        }}
      />
    </label>
  );
}

function clearCriteria(query: URLSearchParams): void {
  for (const name of criterionNames) query.delete(name);
}

/** Shows how many plans satisfy the criteria, and the best plan. If none does, shows the nearest plan and what that plan lacks. */
function Result({ family, found }: Pick<FinderProps, 'family' | 'found'>) {
  const total = family.plans.length;
  if (!found) return <span>{`${total} plans`}</span>;
  const { plans, best, misses } = found;
  const shown = best ?? plans[0];
  return (
    <>
      <span>{`${best ? plans.length : 0} of ${total} plans`}</span>
      {shown ? <a href={`#${planCardId(shown.id)}`}>{`${best ? 'Best fit' : 'Nearest'}: ${shown.name}`}</a> : null}
      {misses.map((miss) => (
        <span key={miss}>{miss}</span>
      ))}
    </>
  );
}

type FinderProps = {
  readonly family: HostingFamily;
  readonly query: URLSearchParams;
  /** The plans that satisfy the criteria, or else the nearest plan. Undefined if the visitor has set no criteria. */
  readonly found: Found | undefined;
  readonly choose: Choose;
};

export function Finder({ family, query, found, choose }: FinderProps) {
  const shown = found?.plans ?? family.plans;
  const label = found && !found.best ? 'Show Nearest' : `Show ${count(shown.length, 'plan')}`;
  return (
    <fieldset css={frame}>
      <legend css={visuallyHidden}>Find Your Plan</legend>
      {criterionNames.map((name) => (
        <Criterion key={name} name={name} query={query} choose={choose} />
      ))}
      <Button type="submit" variant="secondary">
        {useHydrated() ? label : 'Show Plans'}
      </Button>
      {/* The live region exists before the first result, so that screen readers announce that result. */}
      <div css={status}>
        <div css={result} aria-live="polite" role={found ? 'status' : undefined}>
          <Result family={family} found={found} />
        </div>
        {found ? (
          <ChoiceLink {...{ family, query, choose }} change={clearCriteria} next={`#${criterionNames[0]}`}>
            Clear
          </ChoiceLink>
        ) : null}
      </div>
    </fieldset>
  );
}
