import { company } from '../company.ts';
import { type HostingFamily, type Plan, randOf, shortVatNote, vatPercent } from './family.ts';

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
  { showsPrices }: HostingFamily,
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
  ];
}

export function isDifferent({ values }: ComparisonRow): boolean {
  return new Set(values).size > 1;
}
