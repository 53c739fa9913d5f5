import { company } from '../company.ts';
import { parameters } from '../paths.ts';
import { randOf } from './amounts.ts';
import { factsOf } from './facts.ts';
import { type HostingFamily, type Plan, type Spec, shortVatNote, vatPercent } from './family.ts';

/** The most plans that a page compares. */
export const maxCompared = 4;

/** The ids of the plans that a query compares: the first valid ones, separated by commas or in repeated parameters. */
export function readCompared({ plans }: HostingFamily, query: URLSearchParams): readonly string[] {
  const ids = query.getAll(parameters.compare).flatMap((text) => text.split(',').map((id) => id.trim()));
  return [...new Set(ids)].filter((id) => plans.some((plan) => plan.id === id)).slice(0, maxCompared);
}

export const maxQuantity = 999;

export const quantityHint = `Totals need a whole number from 1 to ${maxQuantity}.`;

/** Whether a text is a quantity: 1 to `maxQuantity`. */
export function isQuantity(text: string): boolean {
  return /^0{0,2}[1-9]\d{0,2}$/.test(text) && Number(text) <= maxQuantity;
}

/** How many of each plan a total is for; 1 if the query does not say. */
export function readQuantity(query: URLSearchParams): number {
  const text = query.get(parameters.quantity) ?? '';
  return isQuantity(text) ? Number(text) : 1;
}

/** How many of a plan a visitor orders who has compared it with others; 1 if it is not compared. */
export function orderedQuantity(family: HostingFamily, { id }: Plan, query: URLSearchParams): number {
  return readCompared(family, query).includes(id) ? readQuantity(query) : 1;
}

export type ComparisonRow = {
  readonly label: string;
  /** A value for each plan. */
  readonly values: readonly string[];
};

/** A sum in rand, to the cent where there are cents: `R142.60`. */
function rand(sum: number): string {
  return `R${Number.isInteger(sum) ? sum : sum.toFixed(2)}`;
}

function priceRows(plans: readonly Plan[], quantity: number): readonly ComparisonRow[] {
  const row = (label: string, sumOf: (monthly: number) => number): ComparisonRow => ({
    label,
    values: plans.map(({ price }) => rand(sumOf(randOf(price)))),
  });
  return [
    row(`A month, ${shortVatNote}`, (monthly) => monthly),
    ...(company.vat === 'exclusive'
      ? [row(`A month with ${vatPercent}% VAT`, (monthly) => (monthly * (100 + vatPercent)) / 100)]
      : []),
    row('12 months', (monthly) => 12 * monthly),
    ...(plans.some(({ yearlyPrice }) => yearlyPrice)
      ? [{ label: 'A year, paid yearly', values: plans.map(({ yearlyPrice }) => yearlyPrice ?? 'Not offered') }]
      : []),
    ...(quantity > 1
      ? [
          row(`${quantity} of them, a month`, (monthly) => quantity * monthly),
          row(`${quantity} of them, 12 months`, (monthly) => quantity * 12 * monthly),
        ]
      : []),
  ];
}

/** What a comparison of plans shows: prices where the family shows them, totals for several, specs and features. */
export function comparisonRows(
  { id, showsPrices }: HostingFamily,
  plans: readonly Plan[],
  quantity: number,
): readonly ComparisonRow[] {
  const labels = new Set(plans.flatMap(({ specs }) => specs.map(({ label }) => label)));
  return [
    ...(showsPrices ? priceRows(plans, quantity) : []),
    ...[...labels].map((label) => ({
      label,
      values: plans.map(({ specs }) => specs.find((spec) => spec.label === label)?.value ?? 'Not stated'),
    })),
    ...(plans.some(({ features }) => features)
      ? [
          {
            label: 'In short',
            values: plans.map(({ headline, features = [] }) => [headline ?? [], features].flat().join('. ')),
          },
        ]
      : []),
    ...Object.entries(factsOf(id)).map(([label, value]) => ({ label, values: plans.map(() => value) })),
  ];
}

export function isDifferent({ values }: ComparisonRow): boolean {
  return new Set(values).size > 1;
}

/** The specs that all plans of a family share; none of a single plan. */
export function sharedSpecs({ plans: [first, ...others] }: HostingFamily): readonly Spec[] {
  return (others.length > 0 ? (first?.specs ?? []) : []).filter(({ label, value }) =>
    others.every(({ specs }) => specs.some((spec) => spec.label === label && spec.value === value)),
  );
}
