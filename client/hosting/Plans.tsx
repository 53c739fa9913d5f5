import { css } from '@emotion/react';
import { type InputEvent, type SubmitEvent, useEffect, useMemo, useRef, useState } from 'react';
import { maxCompared, readCompared } from '../../shared/hosting/comparison.ts';
import type { HostingFamily } from '../../shared/hosting/family.ts';
import { findPlans, hasFinder, readCriteria } from '../../shared/hosting/planFinder.ts';
import { askFormAddress, comparisonId, parameters } from '../../shared/paths.ts';
import { Comparison } from '../choosing/Comparison.tsx';
import { matchRanges, queryOfForm, showQuery } from '../choosing/choiceForm.ts';
import { Finder } from '../choosing/Finder.tsx';
import { useChosen } from '../choosing/useChosen.ts';
import { useWrittenQuery } from '../choosing/useWrittenQuery.ts';
import { Callout } from '../content/Callout.tsx';
import { orderFormId } from '../early/orderDialog.ts';
import { OrderDialogs } from '../ordering/OrderDialogs.tsx';
import { useOpenOrder } from '../ordering/orderDialogs.ts';
import { PlanCard } from '../plans/PlanCard.tsx';
import { PlanTable } from '../plans/PlanTable.tsx';
import { Button, buttonStyles } from '../ui/Button.tsx';
import { PageLink } from '../ui/PageLink.tsx';
import { printPart } from '../ui/printPart.ts';
import { PriceChartLoader } from './PriceChartLoader.tsx';
import { placeAfter, planGrid } from './planGrid.ts';
import { useAskedPlan } from './useAskedPlan.ts';

// In sight while a plan is chosen, also before hydration.
const bar = css({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '0.75rem',
  padding: '0.75rem 1rem',
  background: 'var(--surface-2)',
  border: '1px solid var(--line-strong)',
  borderRadius: '0.75rem',
  // With large text the button goes below it.
  '& p': { flex: '1 6rem' },
  '& button': { paddingInline: '0.75rem' },
  'form:has([name=compare]:checked) > &': { position: 'sticky', bottom: '0.75rem', zIndex: 10 },
  'html:has([name=compare]:checked):has(&)': { scrollPaddingBottom: '5rem' },
});

/** The id of the form with a family's plans. */
function plansFormId({ id }: HostingFamily): string {
  return `choose-${id}`;
}

/** The plans that a query finds; undefined without criteria. */
function findIn({ plans }: HostingFamily, query: string) {
  const criteria = readCriteria(new URLSearchParams(query));
  return Object.keys(criteria).length > 0 ? findPlans(plans, criteria) : undefined;
}

/** The form with a family's plans in the page from the server, if it is that family's. */
function findForm(family: HostingFamily): HTMLFormElement | null {
  return typeof document === 'undefined' ? null : document.forms.namedItem(plansFormId(family));
}

/**
 * The plans, with finder, comparison and order dialogs, in two GET forms: without scripts, the buttons request the page
 * with the plans found or compared, or with an order dialog open. Until hydration, the start script opens it.
 */
export function Plans({ family }: { readonly family: HostingFamily }) {
  const form = useRef<HTMLFormElement>(null);
  const [query, choose] = useChosen(family);
  const { beyond, plans } = family;
  const compared = readCompared(family, new URLSearchParams(query));
  const found = useMemo(() => findIn(family, query), [family, query]);
  const isFound = (id: string) => found?.plans.some((plan) => plan.id === id) ?? true;
  const asked = useAskedPlan(family, query);
  const cards = plans.filter(({ id }) => id === asked || isFound(id));
  const [timesAsked, setTimesAsked] = useState(0);
  useWrittenQuery(family, query);
  // Until hydration, the form holds what is chosen. React may be about to render another one in its place.
  const [fromServer] = useState(() => {
    const element = findForm(family);
    return element && { element, query: queryOfForm(family, element, query) };
  });
  const isHydrated = useRef(false);

  const open = useOpenOrder();
  const order = (event: SubmitEvent) => {
    const { submitter } = event.nativeEvent;
    if (!(submitter instanceof HTMLButtonElement)) return;
    event.preventDefault();
    open(submitter.value);
  };

  const show = (event: SubmitEvent) => {
    event.preventDefault();
    if (event.nativeEvent.submitter?.hasAttribute('formaction')) setTimesAsked(timesAsked + 1);
    else {
      const results = form.current?.querySelector('table, article');
      results?.scrollIntoView();
      results?.closest<HTMLElement>('[tabindex]')?.focus({ preventScroll: true });
    }
  };

  useEffect(() => {
    const { current } = form;
    if (!current) return;
    if (isHydrated.current || !fromServer) return showQuery(family, current, query);
    isHydrated.current = true;
    const first = current === fromServer.element ? queryOfForm(family, current, query) : fromServer.query;
    choose(() => first);
    showQuery(family, current, first);
  }, [family, query, choose, fromServer]);

  useEffect(() => {
    for (const range of form.current?.querySelectorAll<HTMLInputElement>('[type=range]') ?? []) range.disabled = false;
  }, []);

  const follow = ({ currentTarget, target }: InputEvent<HTMLFormElement>) => {
    matchRanges(currentTarget, target);
    choose((now) => {
      const next = queryOfForm(family, currentTarget, now);
      // More plans than can be compared may be ticked.
      showQuery(family, currentTarget, next);
      return next;
    });
  };

  return (
    <>
      {/* Before its buttons: until the whole document has arrived, they need it. */}
      <form id={orderFormId} action={family.path} onSubmit={order}>
        {[...new URLSearchParams(query)].map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
      </form>
      <form
        id={plansFormId(family)}
        ref={form}
        action={`${family.path}#plans`}
        noValidate
        autoComplete="off"
        onSubmit={show}
        onInput={follow}
      >
        {hasFinder(family) ? (
          <>
            <Finder family={family} found={found} />
            <PlanTable family={family} plans={found?.plans ?? plans} best={found?.best} />
            <PriceChartLoader family={family} />
          </>
        ) : null}
        <div css={planGrid(family)}>
          {cards.map((plan) => (
            <PlanCard
              key={plan.id}
              family={family}
              plan={plan}
              isBest={plan === found?.best}
              isOutside={!isFound(plan.id)}
              isCompared={compared.includes(plan.id)}
              isFull={compared.length === maxCompared}
            />
          ))}
          {beyond ? (
            <Callout css={placeAfter(family, cards.length)} {...beyond}>
              <PageLink css={buttonStyles('secondary')} to={askFormAddress(family.id, beyond.users)}>
                Ask Us
              </PageLink>
            </Callout>
          ) : null}
        </div>
        {compared
          .filter((id) => id !== asked && !isFound(id))
          .map((id) => (
            <input key={id} type="hidden" name={parameters.compare} value={id} />
          ))}
        <div css={bar} className="no-print">
          <p aria-live="polite">
            {compared.length > 0
              ? `${compared.length} of ${maxCompared} plans chosen`
              : 'Choose up to four plans to compare.'}
          </p>
          {compared.length > 0 ? null : (
            <Button
              className="needs-scripts"
              variant="outline"
              aria-label="Print these plans"
              onClick={() => printPart(form.current?.closest('section') ?? null)}
            >
              Print
            </Button>
          )}
          <Button type="submit" variant="secondary" formAction={`${family.path}#${comparisonId}`}>
            Compare
          </Button>
        </div>
        {compared.length > 0 ? (
          <Comparison family={family} query={query} choose={choose} timesAsked={timesAsked} />
        ) : null}
      </form>
      <OrderDialogs family={family} />
    </>
  );
}
