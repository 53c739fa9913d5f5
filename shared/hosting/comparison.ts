import { company } from '../company.ts';
import { hostingFacts } from '../optionalFacts.ts';
import { parameters } from '../paths.ts';
import { rand } from './amounts.ts';
import { type HostingFamily, type Plan, shortVatNote, vatPercent } from './family.ts';

export const minCompared = 2;
export const maxCompared = 4;

/** The ids of the plans that a query compares, with commas between them or in repeated parameters. Ignores unknown ids. */
export function readCompared({ plans }: HostingFamily, query: URLSearchParams): readonly string[] {
  const ids = query.getAll(parameters.compare).flatMap((text) => text.split(',').map((id) => id.trim()));
  return [...new Set(ids)].filter((id) => plans.some((plan) => plan.id === id)).slice(0, maxCompared);
}

export type ComparisonRow = { readonly label: string; readonly values: readonly string[] };

function priceRows(plans: readonly Plan[]): readonly ComparisonRow[] {
  const row = (label: string, sumOf: (monthly: number) => number): ComparisonRow => ({
    label,
    values: plans.map(({ price }) => rand(sumOf(price))),
  });
  return [
    row(`A month, ${shortVatNote}`, (monthly) => monthly),
    ...(company.vat === 'exclusive'
      ? [row(`A month with ${vatPercent}% VAT`, (monthly) => (monthly * (100 + vatPercent)) / 100)]
      : []),
    row(`12 months, paid monthly, ${shortVatNote}`, (monthly) => 12 * monthly),
    ...(plans.some(({ yearlyPrice }) => yearlyPrice)
      ? [
          {
            label: `A year, paid yearly, ${shortVatNote}`,
            values: plans.map(({ yearlyPrice }) => (yearlyPrice ? rand(yearlyPrice) : 'Not offered')),
          },
        ]
      : []),
  ];
}

export function comparisonRows({ id, showsPrices }: HostingFamily, plans: readonly Plan[]): readonly ComparisonRow[] {
  const labels = new Set(plans.flatMap(({ specs }) => specs.map(({ label }) => label)));
  const rows = [
    ...(showsPrices ? priceRows(plans) : []),
    ...[...labels].map((label) => ({
      label,
      values: plans.map(({ specs }) => specs.find((spec) => spec.label === label)?.value ?? 'Not stated'),
    })),
    {
      label: 'In short',
      values: plans.map(({ headline, features = [] }) => [headline ?? [], features].flat().join('. ')),
    },
    ...Object.entries(hostingFacts[id] ?? {}).map(([label, value]) => ({ label, values: plans.map(() => value) })),
  ];
  // If no plan has a headline or features, the row `In short` is empty and left out.
  return rows.filter(({ values }) => values.some(Boolean));
}

export function isDifferent({ values }: ComparisonRow): boolean {
  return new Set(values).size > 1;
}
