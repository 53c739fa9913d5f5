import { css } from '@emotion/react';
import { type MouseEvent, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import {
  comparisonRows,
  isDifferent,
  isQuantity,
  maxQuantity,
  quantityHint,
  readCompared,
  readQuantity,
} from '../../shared/hosting/comparison.ts';
import type { HostingFamily } from '../../shared/hosting/family.ts';
import { choiceQuery, hostingAddress } from '../../shared/hosting/pageQuery.ts';
import { comparisonId, parameters, planAddress } from '../../shared/paths.ts';
import { orderFormId } from '../early/orderDialog.ts';
import { Button } from '../ui/Button.tsx';
import { control } from '../ui/Field.tsx';
import { isPlainClick } from '../ui/isPlainClick.ts';
import { printPart } from '../ui/printPart.ts';
import { media, visuallyHidden } from '../ui/styles.ts';
import type { Choose } from './useChosen.ts';

const frame = css({ marginTop: '2.5rem', scrollMarginTop: 'calc(var(--bar) + 1rem)' });
const head = css({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: '0.75rem 1.5rem',
  marginBottom: '1rem',
  '& label': { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '0.25rem 0.75rem' },
  '& input': { width: '6rem' },
  '& button, & label': { [media.print]: { display: 'none' } },
});
// Scrolls in both directions, so that the names of plans and lines stay in sight.
const scroller = css({
  maxHeight: 'calc(100dvh - var(--bar) - 2rem)',
  overflow: 'auto',
  // The column that stays in sight covers none of the links that get the focus.
  scrollPaddingLeft: '9.5rem',
  border: '1px solid var(--line)',
  borderRadius: '0.75rem',
  // Wide enough for four plans: the names stay below the page's header.
  [media.large]: { maxHeight: 'none', overflow: 'visible' },
  [media.print]: { maxHeight: 'none', overflow: 'visible', border: 0 },
});
const table = css({
  width: '100%',
  borderCollapse: 'separate',
  borderSpacing: 0,
  '& th, & td': {
    minWidth: '7rem',
    overflowWrap: 'break-word',
    [media.large]: { minWidth: 0, overflowWrap: 'anywhere' },
    padding: '0.625rem 0.875rem',
    borderBottom: '1px solid var(--line)',
    background: 'var(--surface)',
    textAlign: 'left',
    verticalAlign: 'top',
    fontVariantNumeric: 'tabular-nums',
  },
  '& tr:last-child > *': { borderBottom: 0 },
  '& thead > tr > *': {
    position: 'sticky',
    top: 0,
    zIndex: 1,
    background: 'var(--surface-2)',
    [media.large]: { top: 'var(--bar)' },
  },
  '& th:first-child': { position: 'sticky', left: 0, zIndex: 1, background: 'var(--surface-2)' },
  '& thead > tr > th:first-child': { zIndex: 2 },
  '& small': { display: 'block', color: 'var(--accent)', fontSize: '0.8125rem', fontWeight: 600 },
  '& thead th > *': {
    display: 'flex',
    whiteSpace: 'nowrap',
    [media.large]: { whiteSpace: 'normal' },
    width: 'fit-content',
    alignItems: 'center',
    minHeight: '1.75rem',
  },
  [media.print]: {
    // Within the sheet, with the links' addresses.
    tableLayout: 'fixed',
    '& tr > :nth-child(n)': { position: 'static', minWidth: 0, overflowWrap: 'anywhere' },
    '& thead th > *': { whiteSpace: 'normal' },
    '& thead a:last-child': { display: 'none' },
  },
  // A line's label stands above its values, so that two plans fit beside each other.
  '@media screen and (width < 30rem)': {
    '& tr': { position: 'relative' },
    '& td': { paddingTop: '2rem' },
    '& tr > th:first-child': {
      position: 'absolute',
      insetInline: 0,
      paddingBottom: 0,
      border: 0,
      background: 'none',
      '& > span': { position: 'sticky', left: '0.875rem' },
      '& small': { display: 'inline', marginLeft: '0.5rem' },
    },
    '& thead > tr > th:first-child': visuallyHidden,
  },
});
const hintId = 'quantity-hint';
const different = css({ '& td': { fontWeight: 600 }, '& th': { boxShadow: 'inset 3px 0 var(--accent)' } });

function queryWithout(family: HostingFamily, query: string, planId: string): string {
  const rest = new URLSearchParams(query);
  const compared = readCompared(family, rest);
  rest.set(parameters.compare, compared.filter((id) => id !== planId).join());
  return choiceQuery(family, rest);
}

export type ComparisonProps = {
  readonly family: HostingFamily;
  readonly query: string;
  readonly choose: Choose;
  /** How often the visitor has asked for it; each time it is shown. */
  readonly timesAsked: number;
};

/** The compared plans side by side. Part of the form around it. */
export function Comparison({ family, query, choose, timesAsked }: ComparisonProps) {
  const compared = readCompared(family, new URLSearchParams(query));
  const quantity = readQuantity(new URLSearchParams(query));
  const title = useRef<HTMLHeadingElement>(null);
  const part = useRef<HTMLElement>(null);
  // What the visitor asked for without scripts, and typed with them.
  const [asked, setAsked] = useState(new URLSearchParams(useLocation().search).get(parameters.quantity) ?? '');
  const isWrong = asked !== '' && !isQuantity(asked);
  const plans = compared.flatMap((id) => family.plans.find((plan) => plan.id === id) ?? []);

  useEffect(() => {
    if (timesAsked === 0) return;
    part.current?.scrollIntoView();
    title.current?.focus({ preventScroll: true });
  }, [timesAsked]);

  const remove = (event: MouseEvent, planId: string) => {
    const form = part.current?.closest('form');
    if (!form || !isPlainClick(event)) return;
    event.preventDefault();
    // With the last plan, the comparison goes.
    const stays = compared.length > 1 ? title.current : form.querySelector<HTMLElement>('[formaction]');
    stays?.focus();
    choose((now) => queryWithout(family, now, planId));
  };

  return (
    <section css={frame} ref={part} aria-labelledby={comparisonId}>
      <div css={head}>
        <h3 id={comparisonId} ref={title} tabIndex={-1}>
          Compare Plans
        </h3>
        {family.showsPrices ? (
          <label>
            How many of each?
            <input
              css={control}
              type="number"
              name={parameters.quantity}
              inputMode="numeric"
              min={1}
              max={maxQuantity}
              defaultValue={quantity}
              aria-invalid={isWrong}
              aria-describedby={isWrong ? hintId : undefined}
              onInput={({ currentTarget: { value, validity } }) => setAsked(validity.badInput ? 'no number' : value)}
            />
            <span id={hintId} role="status">
              {isWrong ? quantityHint : null}
            </span>
          </label>
        ) : null}
        <Button className="needs-scripts" variant="outline" onClick={() => printPart(part.current)}>
          Print this comparison
        </Button>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it */}
      {/* biome-ignore lint/a11y/useSemanticElements: it is no fieldset */}
      <div css={scroller} role="group" aria-labelledby={comparisonId} tabIndex={0}>
        <table css={table}>
          <thead>
            <tr>
              <th scope="col">Plan</th>
              {plans.map(({ id, name }) => (
                <th key={id} scope="col">
                  <a href={planAddress(family.path, id)}>{name}</a>
                  <Button
                    type="submit"
                    form={orderFormId}
                    name={parameters.order}
                    value={id}
                    size="sm"
                    aria-label={`${family.orderLabel}: ${name}`}
                  >
                    {family.orderLabel}
                  </Button>
                  <a
                    href={hostingAddress(family.path, queryWithout(family, query, id))}
                    aria-label={`Remove ${name}`}
                    onClick={(event) => remove(event, id)}
                  >
                    Remove
                  </a>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {comparisonRows(family, plans, quantity).map((row) => (
              <tr key={row.label} css={isDifferent(row) && different}>
                <th scope="row">
                  <span>
                    {row.label}
                    {isDifferent(row) ? <small>differs</small> : null}
                  </span>
                </th>
                {row.values.map((value, index) => (
                  <td key={plans[index]?.id}>
                    {value.split(' · ').map((part) => (
                      <div key={part}>{part}</div>
                    ))}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
