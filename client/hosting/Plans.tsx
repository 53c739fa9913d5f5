import { type CSSObject, css, type SerializedStyles } from '@emotion/react';
import type { SubmitEvent } from 'react';
import { maxCompared, minCompared, readCompared } from '../../shared/hosting/comparison.ts';
import type { HostingFamily } from '../../shared/hosting/family.ts';
import { findPlans, hasFinder, readCriteria } from '../../shared/hosting/planFinder.ts';
import { askFormAddress, comparisonId, parameters } from '../../shared/paths.ts';
import { Callout } from '../content/Callout.tsx';
import { threeColumns } from '../content/cards.ts';
import { orderFormId } from '../early/orderDialog.ts';
import { useAppDispatch } from '../hooks.ts';
import { OrderDialogs } from '../ordering/OrderDialogs.tsx';
import { openOrder } from '../ordering/openOrder.ts';
import { Button, buttonStyles } from '../ui/Button.tsx';
import { PageLink } from '../ui/PageLink.tsx';
import { media, wrappingRow } from '../ui/styles.ts';
import { Comparison, showComparison } from './Comparison.tsx';
import { Finder } from './Finder.tsx';
import { PlanCard } from './PlanCard.tsx';
import { useChoice, useEarlyChoice } from './useChoice.tsx';

// The bar with the Compare button. While a plan is chosen, CSS makes it stick to the screen's lower edge, also before hydration.
const bar = css({
  gap: '0.75rem',
  padding: '0.75rem min(1rem, 4vw)',
  background: 'var(--surface-2)',
  border: '1px solid var(--line-strong)',
  borderRadius: '0.75rem',
  // With large text, the button wraps below this text.
  '& p': { flex: '1 6rem' },
  'form:has([name=compare]:checked) > &': { position: 'sticky', bottom: '0.75rem', zIndex: 10 },
  'html:has([name=compare]:checked):has(&)': { scrollPaddingBottom: '8rem' },
});

/** Makes a style for each screen width at which the number of columns changes. */
function byColumns({ columns, plans }: HostingFamily, styleOf: (columns: number) => CSSObject) {
  if (columns === 3) return css({ [media.medium]: { gridTemplateColumns: threeColumns } });
  const large = plans.length === 4 ? 2 : 3;
  return css({ [media.medium]: styleOf(2), [media.large]: styleOf(large), [media.extraLarge]: styleOf(4) });
}

function equalColumns(amount: number) {
  return { gridTemplateColumns: `repeat(${amount}, minmax(0, 1fr))` };
}

/**
 * The grid of a family's cards. On paper, four cards take two columns, so that no card is alone in a row. The parts of a card are
 * rows of the grid, and align with the rows of other cards: name, specs, button and Compare, and what else the family shows.
 */
function planGrid(family: HostingFamily): SerializedStyles {
  const [{ headline, features } = {}] = family.plans;
  const rows = 4 + (family.showsPrices ? 2 : 0) + (headline ? 1 : 0) + (features ? 1 : 0);
  return css([
    { display: 'grid', gap: '0 1.25rem', '& > article': { gridRow: `span ${rows}` } },
    byColumns(family, equalColumns),
    { [media.print]: equalColumns(family.plans.length === 4 ? 2 : 3) },
  ]);
}

/** The callout's place in the grid: the rest of the last row of cards, or a row of its own. `cards`: how many cards precede it. */
function placeAfter(family: HostingFamily, cards: number): SerializedStyles {
  const rest = byColumns(family, (columns) => ({ gridColumn: `span ${columns - (cards % columns)}` }));
  return css([{ gridRow: 'span 6', marginBottom: '1.25rem' }, rest]);
}

function CompareBar({ chosen, most, action }: { chosen: number; most: number; action: string }) {
  const missing = chosen < minCompared ? '. Choose one more.' : '';
  return (
    <div css={[wrappingRow, bar]} className="no-print">
      <p aria-live="polite">
        {chosen > 0 ? `${chosen} of ${most} plans chosen${missing}` : `Choose up to ${most} plans to compare.`}
      </p>
      <Button type="submit" variant={chosen < minCompared ? 'secondary' : 'default'} formAction={action}>
        Compare
      </Button>
    </div>
  );
}

/** Finder, plans, comparison and dialogs, in two GET forms that work without scripts. Long: the parts share its state. */
export function Plans({ family }: { readonly family: HostingFamily }) {
  const formId = `choose-${family.id}`;
  const [query, choose] = useChoice(family);
  useEarlyChoice(formId, choose);
  const { beyond, plans } = family;
  const most = Math.min(maxCompared, plans.length);
  const compared = readCompared(family, query);
  const criteria = hasFinder(family) ? readCriteria(query) : {};
  const found = Object.keys(criteria).length > 0 ? findPlans(plans, criteria) : undefined;
  const isFound = (id: string) => found?.plans.some((plan) => plan.id === id) ?? true;
  const cards = plans.filter(({ id }) => isFound(id));

  const dispatch = useAppDispatch();
  const order = (event: SubmitEvent) => {
    const { submitter } = event.nativeEvent;
    if (!(submitter instanceof HTMLButtonElement)) return;
    event.preventDefault();
    dispatch(openOrder(submitter.value));
  };

  const show = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (event.nativeEvent.submitter?.hasAttribute('formaction')) showComparison();
    // If no plan fits, the visitor must see why: the result above the cards says so.
    else event.currentTarget.querySelector(found && !found.best ? 'fieldset' : 'article')?.scrollIntoView();
  };

  return (
    <>
      {/* This form is above the order buttons, which need the form even while the document is still arriving. */}
      <form id={orderFormId} action={family.path} onSubmit={order}>
        {[...query].map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
      </form>
      <form id={formId} action={`${family.path}#plans`} noValidate autoComplete="off" onSubmit={show}>
        {hasFinder(family) ? <Finder family={family} query={query} found={found} choose={choose} /> : null}
        <div css={planGrid(family)}>
          {cards.map((plan) => (
            <PlanCard
              key={plan.id}
              family={family}
              plan={plan}
              isBest={plan === found?.best}
              isCompared={compared.includes(plan.id)}
              isFull={compared.length === most}
              choose={choose}
            />
          ))}
          {beyond ? (
            <Callout styles={placeAfter(family, cards.length)} {...beyond}>
              <PageLink css={buttonStyles('secondary')} to={askFormAddress(family.id, beyond.users)}>
                Ask Us
              </PageLink>
            </Callout>
          ) : null}
        </div>
        {compared
          .filter((id) => !isFound(id))
          .map((id) => (
            <input key={id} type="hidden" name={parameters.compare} value={id} />
          ))}
        <CompareBar chosen={compared.length} most={most} action={`${family.path}#${comparisonId}`} />
        {compared.length < minCompared ? null : <Comparison family={family} query={query} choose={choose} />}
      </form>
      <OrderDialogs family={family} />
    </>
  );
}
