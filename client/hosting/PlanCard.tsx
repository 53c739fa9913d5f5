import { css } from '@emotion/react';
import { memo } from 'react';
import { rand } from '../../shared/hosting/amounts.ts';
import { type HostingFamily, type Plan, type Spec, yearlySaving } from '../../shared/hosting/family.ts';
import { hasFinder } from '../../shared/hosting/planFinder.ts';
import { parameters, planCardId } from '../../shared/paths.ts';
import { card } from '../content/cards.ts';
import { orderFormId } from '../early/orderDialog.ts';
import { Button } from '../ui/Button.tsx';
import { dotted, media, visuallyHidden } from '../ui/styles.ts';
import { type Choose, choosePlan } from './useChoice.tsx';

const frame = css([
  card,
  {
    position: 'relative',
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr)',
    gridTemplateRows: 'subgrid',
    marginBottom: '1.25rem',
    '&[data-popular]': { borderColor: 'var(--warm)' },
    '&:target': { borderColor: 'var(--accent)' },
    // The styles of a card's first rows: name, monthly price, yearly price.
    '& > div': { paddingBottom: '0.5rem' },
    '& h3': { fontSize: '1.25rem' },
    '& > p > strong': {
      color: 'var(--text)',
      font: '700 2.5rem/1.1 var(--display)',
      letterSpacing: '-0.02em',
      fontVariantNumeric: 'tabular-nums',
    },
    '& > [data-price=yearly]': {
      display: 'flex',
      flexWrap: 'wrap',
      alignItems: 'center',
      gap: '0.25rem 0.625rem',
      paddingTop: '0.25rem',
      fontSize: '0.9375rem',
      '&:empty': { padding: 0 },
    },
    '& p > b': {
      padding: '0.0625rem 0.5rem',
      borderRadius: '0.375rem',
      background: 'var(--surface-2)',
      fontSize: '0.8125rem',
    },
    '& > label': {
      display: 'flex',
      gap: '0.5rem',
      alignItems: 'center',
      justifySelf: 'start',
      minHeight: '2.75rem',
      marginBottom: '-0.75rem',
      fontSize: '0.9375rem',
    },
  },
]);
// The badges are on the upper edge of a plan's card. So a card with badges does not have its name lower than other cards.
const badges = css({
  position: 'absolute',
  inset: 'auto 1.25rem calc(100% - 0.75rem)',
  display: 'flex',
  flexWrap: 'wrap',
  justifyContent: 'flex-end',
  gap: '0.25rem',
  '& > *': {
    padding: '0 0.5625rem',
    border: '1px solid var(--warm)',
    borderRadius: '1rem',
    background: 'var(--warm)',
    color: 'var(--on-warm)',
    fontSize: '0.8125rem',
    fontWeight: 700,
  },
  '& > b': { marginRight: 'auto', borderColor: 'var(--text)', background: 'var(--text)', color: 'var(--ground)' },
});
const specs = css({
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
  '& dd': { fontWeight: 600, fontSize: '0.9375rem', textAlign: 'right', flexGrow: 1 },
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
const headline = css({ font: '700 1.375rem/1.2 var(--display)', letterSpacing: '-0.01em', textWrap: 'balance' });
const features = css({
  display: 'grid',
  gap: '0.375rem',
  alignContent: 'start',
  marginBottom: '1.25rem',
  color: 'var(--muted)',
  fontSize: '0.9375rem',
  '& li': { position: 'relative', paddingLeft: '1.375rem' },
  // Draws a tick before each feature.
  '& li::before': {
    content: '""',
    position: 'absolute',
    top: '0.25rem',
    left: '0.25rem',
    width: '0.4375rem',
    height: '0.8125rem',
    border: 'solid var(--muted)',
    borderWidth: '0 2px 2px 0',
    transform: 'rotate(40deg)',
  },
});
// On narrow screens, a card has three rows: name and price; specs; the order button and Compare.
const compact = css([
  frame,
  {
    '@media screen and (width < 48rem)': {
      gridTemplate: 'auto / repeat(5, minmax(0, 1fr))',
      alignItems: 'baseline',
      marginBottom: '0.5rem',
      padding: '0.625rem 1rem 0.5rem',
      // A link to a card halves the usual gap below the header. In the whole gap, the end of the card above would be visible.
      scrollMarginTop: '-0.5rem',
      // Room for the card's badges, which lie above the card's edge.
      '&:has([data-badges])': { marginTop: '0.5rem', paddingTop: '0.75rem', scrollMarginTop: 0 },
      '& > *': { gridColumn: '1 / -1' },
      '& > div': { gridColumn: 'span 2', padding: 0 },
      '& [data-badges]': { insetBlockEnd: 'calc(100% - 0.625rem)' },
      '& > p': { gridColumn: 'span 3', textAlign: 'right' },
      '& > [data-price=yearly]': { gridColumn: '1 / -1', justifyContent: 'end' },
      '& p': { lineHeight: 1.3 },
      '& p > strong': { fontSize: '1.5rem' },
      '& > dl': [dotted, { margin: '0 0 0.25rem', border: 0, lineHeight: 1.25 }],
      '& dl > div': { gap: '0 0.25rem', padding: 0, border: 0 },
      '& dl :is(dt, dd)': { fontSize: '0.875rem' },
      '& dd': { order: -1 },
      '& dl dt': { color: 'inherit', fontWeight: 600 },
      '& div:not(:nth-of-type(2)) > dt': visuallyHidden,
      '& > button': { gridColumn: 'span 3', alignSelf: 'center', paddingInline: 0 },
      '& > label': { gridColumn: 'span 2', placeSelf: 'center end', margin: 0 },
    },
  },
]);

type PlanCardProps = {
  readonly family: HostingFamily;
  readonly plan: Plan;
  /** Whether the plan is the cheapest plan that satisfies the visitor's criteria. */
  readonly isBest: boolean;
  readonly isCompared: boolean;
  /** Whether the comparison is full, so that the visitor can add no other plan. */
  readonly isFull: boolean;
  readonly choose: Choose;
};

/** Two rows of the card. The second is empty without a yearly price. */
function Price({ plan }: { readonly plan: Plan }) {
  const saving = yearlySaving(plan);
  return (
    <>
      <p>
        <strong>{rand(plan.price)}</strong> /month
      </p>
      <p data-price="yearly">
        {plan.yearlyPrice ? (
          <>
            <span>{`or ${rand(plan.yearlyPrice)} /year`}</span>
            {saving ? <b>{saving}</b> : null}
          </>
        ) : null}
      </p>
    </>
  );
}

/** The noun of a spec, singular or plural to match the value: `1 account`, `25 accounts`. */
function nounOf({ value, label, phrase = '' }: Spec): string {
  return phrase.toLowerCase().startsWith(`${value.toLowerCase()} `) ? phrase.slice(value.length + 1) : label;
}

function shownSpecs({ leadingSpec }: HostingFamily, { specs: all }: Plan): readonly Spec[] {
  const isLeading = ({ label }: Spec) => label === leadingSpec;
  return [...all.filter(isLeading), ...all.filter((spec) => !isLeading(spec))];
}

function PlanSpecs({ family, plan }: Pick<PlanCardProps, 'family' | 'plan'>) {
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

/** Memoised: otherwise, each change in the finder would render all cards again. */
export const PlanCard = memo(({ family, plan, isBest, isCompared, isFull, choose }: PlanCardProps) => {
  const nameId = `name-${plan.id}`;
  const style = hasFinder(family) ? compact : frame;
  return (
    <article css={style} id={planCardId(plan.id)} data-popular={plan.popular || undefined} aria-labelledby={nameId}>
      <div>
        <h3 id={nameId}>{plan.name}</h3>
        {plan.popular || isBest ? (
          <div css={badges} data-badges="">
            {isBest ? <b>Best fit</b> : null}
            {plan.popular ? <span>Most Popular</span> : null}
          </div>
        ) : null}
      </div>
      {family.showsPrices ? <Price plan={plan} /> : null}
      {plan.headline ? <strong css={headline}>{plan.headline}</strong> : null}
      <PlanSpecs family={family} plan={plan} />
      {plan.features ? (
        <ul css={features}>
          {plan.features.map((feature) => (
            <li key={feature}>{feature}</li>
          ))}
        </ul>
      ) : null}
      <Button
        type="submit"
        form={orderFormId}
        name={parameters.order}
        value={plan.id}
        variant={plan.popular ? 'default' : 'outline'}
        aria-describedby={nameId}
      >
        {family.orderLabel}
      </Button>
      <label>
        <input
          type="checkbox"
          name={parameters.compare}
          value={plan.id}
          checked={isCompared}
          disabled={isFull && !isCompared}
          onChange={({ target }) => choose(choosePlan(family, plan.id, target.checked))}
        />
        Compare
      </label>
    </article>
  );
});
