import type { FieldErrors } from '../submission.ts';
import { rand } from './amounts.ts';
import { type HostingFamily, type Plan, shownPrice } from './family.ts';

/** What a visitor chooses in an order form besides the plan, in the order of the form's fields. */
export const optionNames = ['billing', 'dataCentre', 'operatingSystem'] as const;

/** The chosen options. An empty or missing text is the default: monthly billing, or no preference. */
export type OrderOptions = { readonly [name in (typeof optionNames)[number]]?: string | undefined };

export type OptionField = {
  readonly name: keyof OrderOptions;
  readonly label: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
};

export const yearly = 'yearly';
const lineLabels = { dataCentre: 'Data centre', operatingSystem: 'Operating system' } as const;
const notListed = 'Please choose one of the listed options';
const noPreference = 'No preference';

type Option = OptionField['options'][number];

/** A field that offers a default and `others`. Without `others`, there is nothing to choose, so there is no field. */
function optionField(name: keyof OrderOptions, label: string, byDefault: string, others: readonly Option[] = []) {
  return others.length > 0 ? [{ name, label, options: [{ value: '', label: byDefault }, ...others] }] : [];
}

/** The yearly price, if visitors may order the plan at this price. */
function offeredYearlyPrice({ showsPrices }: HostingFamily, { yearlyPrice }: Plan): number | undefined {
  return showsPrices ? yearlyPrice : undefined;
}

/** The fields for the choices that a plan offers. Each field has a default and at least one other option. */
export function optionFields(family: HostingFamily, plan: Plan): readonly OptionField[] {
  const yearlyPrice = offeredYearlyPrice(family, plan);
  const billing = yearlyPrice ? [{ value: yearly, label: `Yearly: ${rand(yearlyPrice)}` }] : [];
  const dataCentres = family.dataCentres?.map((value) => ({ value, label: value }));
  const systems = family.operatingSystems?.groups.flatMap(({ name, versions }) =>
    versions.map((version) => ({ value: `${name} ${version.split(' (')[0]}`, label: `${name} ${version}` })),
  );
  return [
    ...optionField('billing', 'Billing', `Monthly: ${rand(plan.price)}`, billing),
    ...optionField('dataCentre', 'Data Centre (Optional)', noPreference, dataCentres),
    ...optionField('operatingSystem', 'Operating System (Optional)', noPreference, systems),
  ];
}

export function optionErrors(family: HostingFamily, plan: Plan, choices: OrderOptions): FieldErrors {
  const offered = optionFields(family, plan);
  const isOffered = (name: keyof OrderOptions) =>
    offered.some((field) => field.name === name && field.options.some(({ value }) => value === choices[name]));
  return Object.fromEntries(
    optionNames.filter((name) => choices[name] && !isOffered(name)).map((name) => [name, notListed]),
  );
}

/** The price in an order: the monthly price or, with yearly billing, a text such as `R750 per year`. */
export function orderedPrice(family: HostingFamily, plan: Plan, { billing }: OrderOptions): string {
  const yearlyPrice = billing === yearly && offeredYearlyPrice(family, plan);
  return yearlyPrice ? `${rand(yearlyPrice)} per year` : shownPrice(family, plan);
}

export function orderedPrices(family: HostingFamily, plan: Plan): readonly string[] {
  return [...new Set(['', yearly].map((billing) => orderedPrice(family, plan, { billing })))];
}

/** The lines under an order's plan details: `Data centre: Cape Town`. The billing needs no line: the price line shows it. */
export function optionLines(choices: OrderOptions): readonly string[] {
  return Object.entries(lineLabels).flatMap(([name, label]) => {
    const choice = choices[name as keyof typeof lineLabels];
    return choice ? [`${label}: ${choice}`] : [];
  });
}

/** Reads the lines that `optionLines` has written. Ignores other lines. */
export function readOptions(lines: readonly string[]): OrderOptions {
  return Object.fromEntries(
    Object.entries(lineLabels).map(([name, label]) => [
      name,
      lines.find((line) => line.startsWith(`${label}: `))?.slice(label.length + 2),
    ]),
  );
}
