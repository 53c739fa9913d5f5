import { type CSSObject, css } from '@emotion/react';
import type { MouseEvent } from 'react';
import { company } from '../../shared/company.ts';
import { rand } from '../../shared/hosting/amounts.ts';
import { comparisonRows, isDifferent, minCompared, readCompared } from '../../shared/hosting/comparison.ts';
import type { HostingFamily, Plan } from '../../shared/hosting/family.ts';
import { choiceQuery, hostingAddress } from '../../shared/hosting/pageQuery.ts';
import { comparisonId, parameters } from '../../shared/paths.ts';
import { orderFormId } from '../early/orderDialog.ts';
import { useAppSelector } from '../hooks.ts';
import { Button } from '../ui/Button.tsx';
import { CopyButton } from '../ui/CopyButton.tsx';
import { visuallyHidden, wrappingRow } from '../ui/styles.ts';
import { ChoiceLink, type Choose, choosePlan } from './useChoice.tsx';

const frame = css({ marginTop: '2.5rem', scrollMarginTop: '1rem', containerType: 'inline-size' });
const head = css({ gap: '0.75rem 1.5rem', marginBottom: '1rem', '& h3': { flex: 1 } });
/** For a section with room for few columns, in rem: with large text, also on a wide screen. Paper has the wide layout. */
function narrow(style: CSSObject): CSSObject {
  return { '@media screen': { '@container (width < 60rem)': style } };
}
const scroller = css({ border: '1px solid var(--line)', borderRadius: '0.75rem', ...narrow({ overflowX: 'auto' }) });
const table = css({
  width: '100%',
  borderCollapse: 'separate',
  borderSpacing: 0,
  '& th, & td': {
    padding: '0.625rem 0.875rem',
    borderBottom: '1px solid var(--line)',
    background: 'var(--surface)',
    textAlign: 'left',
    verticalAlign: 'top',
    overflowWrap: 'normal',
  },
  '& th': { background: 'var(--surface-2)' },
  '& tr:last-child > *': { borderBottom: 0 },
  '& small': { display: 'block', fontSize: '0.8125rem', fontWeight: 600 },
  '& [scope=row]': { width: '16%' },
  '& thead > tr > *': { position: 'sticky', top: 'var(--bar)', zIndex: 1 },
  '& thead th > *': { display: 'flex', width: 'fit-content', alignItems: 'center', minHeight: '1.75rem' },
  '& thead th > :is(span, b)': { font: '700 1.25rem/1.2 var(--display)' },
  // A row's label is above its values. The plans' names scroll out of sight, so each value shows its plan's name.
  ...narrow({
    '& th, & td': { padding: '0.5rem', background: 'none', fontSize: '0.875rem' },
    '& tr': { position: 'relative' },
    '& td': { minWidth: '6.75rem', paddingTop: '2rem' },
    '& td::before': { content: 'attr(data-plan)', display: 'block', color: 'var(--muted)', fontSize: '0.75rem' },
    '& tbody > tr > th': {
      position: 'absolute',
      left: 0,
      width: 'auto',
      border: 0,
      color: 'var(--muted)',
      whiteSpace: 'nowrap',
    },
    '& tbody small': { display: 'inline', marginLeft: '0.5rem' },
    '& thead > tr > *': { position: 'static' },
    // The corner, above the rows' labels.
    '& thead > tr > th:first-child': visuallyHidden,
    '& thead button': { paddingInline: '0.5rem', fontSize: '0.8125rem' },
  }),
});
const note = css({ marginTop: '0.75rem', color: 'var(--muted)' });
const different = css({ '& td': { fontWeight: 600 } });
/** The styles of a table with `minCompared` to `maxCompared` plans. All columns of plans have the same width. */
const columns = [2, 3, 4].map((plans) =>
  css({ '& td': { width: `${84 / plans}%`, ...narrow({ width: `${100 / plans}%` }) } }),
);

type ComparisonProps = { readonly family: HostingFamily; readonly query: URLSearchParams; readonly choose: Choose };

/** Prints only the section that contains the pressed button, below a line with the company and the date. */
function printSection({ currentTarget }: MouseEvent<HTMLElement>): void {
  const section = currentTarget.closest('section');
  if (!section) return;
  const date = new Date().toLocaleDateString('en-ZA', { dateStyle: 'long' });
  section.dataset.printing = [company.legalName, company.phone.display, date, location.href].join(' · ');
  addEventListener('afterprint', () => delete section.dataset.printing, { once: true });
  print();
}

export function showComparison(): void {
  const title = document.getElementById(comparisonId);
  title?.closest('section')?.scrollIntoView();
  title?.focus({ preventScroll: true });
}

type PlanHeadProps = ComparisonProps & { readonly plan: Plan; readonly next: string };

/** The head of a plan's column. `next`: what gets the focus when the plan is removed. */
function PlanHead({ family, plan, query, choose, next }: PlanHeadProps) {
  const { id, name, price } = plan;
  return (
    <th scope="col">
      <span>{name}</span>
      {family.showsPrices ? <b>{rand(price)}</b> : null}
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
      <ChoiceLink {...{ family, query, choose, next }} change={choosePlan(family, id, false)} label={`Remove ${name}`}>
        Remove
      </ChoiceLink>
    </th>
  );
}

/** A table of the compared plans, side by side. Needs at least two plans. Long, because it reads like the table. */
export function Comparison({ family, query, choose }: ComparisonProps) {
  const plans = readCompared(family, query).flatMap((id) => family.plans.find((plan) => plan.id === id) ?? []);
  const rows = comparisonRows(family, plans);
  const isMarked = !rows.every(isDifferent);
  const origin = useAppSelector((state) => state.site.publicOrigin);

  // With only one plan left, the comparison disappears, so the Compare button gets the focus.
  const next = plans.length > minCompared ? `#${comparisonId}` : '[formaction]';
  return (
    <section css={frame} aria-labelledby={comparisonId}>
      <div css={[wrappingRow, head]}>
        <h3 id={comparisonId} tabIndex={-1}>
          Compare Plans
        </h3>
        <CopyButton
          text={`${origin}${hostingAddress(family.path, choiceQuery(family, query))}#${comparisonId}`}
          otherwise="Please copy the address bar"
        >
          Copy Link
        </CopyButton>
        <Button className="needs-scripts" variant="outline" onClick={printSection}>
          Print this comparison
        </Button>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls the table */}
      {/* biome-ignore lint/a11y/useSemanticElements: a table is no fieldset */}
      <div css={scroller} role="group" aria-labelledby={comparisonId} tabIndex={0}>
        <table css={[table, columns[plans.length - minCompared]]}>
          <thead>
            <tr>
              <th scope="col">Plan</th>
              {plans.map((plan) => (
                <PlanHead key={plan.id} {...{ family, plan, query, choose, next }} />
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.label} css={isMarked && isDifferent(row) && different}>
                <th scope="row">
                  <span>
                    {row.label}
                    {isMarked && isDifferent(row) ? <small>differs</small> : null}
                  </span>
                </th>
                {row.values.map((value, index) => (
                  <td key={plans[index]?.id} data-plan={plans[index]?.name}>
                    {value.split(' · ').map((text) => (
                      <div key={text}>{text}</div>
                    ))}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p css={note}>{family.comparisonNote ?? family.plansNote}</p>
    </section>
  );
}
