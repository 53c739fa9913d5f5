import { css } from '@emotion/react';
import { useState } from 'react';
import { randOf } from '../../shared/hosting/amounts.ts';
import type { HostingFamily, Plan } from '../../shared/hosting/family.ts';
import { parameters, planAddress } from '../../shared/paths.ts';
import { orderFormId } from '../early/orderDialog.ts';
import { useHydrated } from '../hooks.ts';
import { media } from '../ui/styles.ts';

// Only with large text.
const scroller = css({ overflowX: 'auto' });
const table = css({
  width: '100%',
  borderCollapse: 'collapse',
  fontVariantNumeric: 'tabular-nums',
  '& :is(th, td)': { height: '2.75rem', padding: '0 0.1875rem', textAlign: 'right', overflowWrap: 'normal' },
  '& :is(th, td):first-child, & :nth-child(3)': { textAlign: 'left' },
  '& :nth-child(3)': { paddingLeft: '0.75rem' },
  // Where the screen is narrow, or the text large.
  '@media (width < 22rem)': { '& tr > :nth-child(2)': { display: 'none' } },
  '@media (width < 18rem)': { '& tr > :nth-child(4)': { display: 'none' } },
  '& :is(th, td):first-child': { paddingLeft: '0.5rem' },
  '& small': { display: 'block', lineHeight: 1, fontWeight: 400 },
  [media.medium]: {
    '& :is(th, td)': { padding: '0 1rem' },
    '& :nth-child(3)': { width: '30%' },
  },
  '& tr': { borderBottom: '1px solid var(--line)' },
  '& thead': { color: 'var(--muted)', fontSize: '0.9375rem' },
  '& [data-popular] > th': { boxShadow: 'inset 3px 0 var(--warm)' },
  '& [data-best]': { background: 'var(--accent-soft)' },
  '& a': { lineHeight: '2.75rem' },
  '& svg': { height: 3, marginBottom: -3, background: 'var(--accent)' },
  '& button': {
    minHeight: '2.75rem',
    padding: '0 0.25rem',
    border: 0,
    background: 'none',
    color: 'var(--accent)',
    fontWeight: 600,
  },
});
const sortButton = css({
  '&&': { padding: 0, color: 'inherit', fontWeight: 'inherit' },
  textDecoration: 'underline dotted',
  textUnderlineOffset: '0.3em',
  position: 'relative',
  textAlign: 'inherit',
  // Drawn, as not every font has an arrow, and above the label, where it takes no room.
  '[aria-sort] > &::before': {
    content: '""',
    position: 'absolute',
    top: 0,
    left: 'calc(50% - 0.3125rem)',
    border: '0.3125rem solid transparent',
    borderTopWidth: 0,
    borderBottomColor: 'var(--accent)',
  },
  '[aria-sort=descending] > &::before': {
    borderTopWidth: '0.3125rem',
    borderBottomWidth: 0,
    borderTopColor: 'var(--accent)',
  },
});

type Column = {
  readonly label: string;
  readonly unit?: string;
  readonly valueOf: (plan: Plan) => number;
};

const columns: readonly Column[] = [
  { label: 'Cores', valueOf: ({ resources }) => resources?.cpus ?? 0 },
  { label: 'RAM', unit: 'GB', valueOf: ({ resources }) => resources?.ram ?? 0 },
  { label: 'NVMe', unit: 'GB', valueOf: ({ resources }) => resources?.storage ?? 0 },
  { label: 'Price', valueOf: ({ price }) => randOf(price) },
];

/** The plans in a sorted table. `label`: of the column by which they are sorted; undefined: as in the catalogue. */
type Sorting = { readonly label?: string; readonly isDescending: boolean };

const unsorted: Sorting = { isDescending: false };

/** A column's heading; after hydration, a button that sorts by it: the largest first, then the smallest first. */
function Heading({ label, unit, sorting, sort }: Column & { sorting: Sorting; sort: (by: Sorting) => void }) {
  const isSorted = sorting.label === label;
  const text = (
    <>
      {label}
      {unit ? <small>{unit}</small> : null}
    </>
  );
  return (
    <th scope="col" aria-sort={isSorted ? (sorting.isDescending ? 'descending' : 'ascending') : undefined}>
      {useHydrated() ? (
        <button
          css={sortButton}
          type="button"
          onClick={() => sort({ label, isDescending: !(isSorted && sorting.isDescending) })}
        >
          {text}
        </button>
      ) : (
        text
      )}
    </th>
  );
}

export type PlanTableProps = {
  readonly family: HostingFamily;
  /** The plans to show, a row for each. */
  readonly plans: readonly Plan[];
  readonly best?: Plan | undefined;
};

/** What a visitor compares first: a row for each plan, which can be ordered from there. */
export function PlanTable({ family: { path, plans: all, orderLabel }, plans, best }: PlanTableProps) {
  const [sorting, sort] = useState(unsorted);
  const column = columns.find(({ label }) => label === sorting.label);
  const sorted = column
    ? plans.toSorted((one, other) => (column.valueOf(one) - column.valueOf(other)) * (sorting.isDescending ? -1 : 1))
    : plans;
  const mostRam = Math.max(...all.map(({ resources }) => resources?.ram ?? 0));
  return (
    // biome-ignore lint/a11y/useSemanticElements: it is no fieldset
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it
    <div css={scroller} className="no-print" role="group" aria-label="Plans" tabIndex={0}>
      <table css={table}>
        <thead>
          <tr>
            <th scope="col">Plan</th>
            {columns.map((heading) => (
              <Heading key={heading.label} {...heading} sorting={sorting} sort={sort} />
            ))}
            <td />
          </tr>
        </thead>
        <tbody>
          {sorted.map(({ id, name, price, popular, resources }) => (
            <tr key={id} data-popular={popular} data-best={best?.id === id || undefined}>
              <th scope="row">
                <a href={planAddress(path, id)}>{name}</a>
              </th>
              <td>{resources?.cpus}</td>
              <td>
                {resources?.ram}
                <svg width={`${Math.round((100 * (resources?.ram ?? 0)) / mostRam)}%`} aria-hidden="true" />
              </td>
              <td>{resources?.storage}</td>
              <td>
                <b>{price}</b>
              </td>
              <td>
                <button
                  type="submit"
                  form={orderFormId}
                  name={parameters.order}
                  value={id}
                  aria-label={`${orderLabel}: ${name}`}
                >
                  Order
                </button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
