import { company } from '../company.ts';
import { whenAnswered } from '../messages.ts';
import type { PageMeta, Points } from '../texts.ts';
import { rand } from './amounts.ts';
import type { HostingListing } from './list.ts';

export type HostingFamily = HostingListing & {
  readonly meta: PageMeta;
  readonly title: string;
  readonly lead: string;
  readonly benefits: Points;
  readonly plansTitle: string;
  /** The note below the title of the plans. The note is true for all plans. */
  readonly plansNote?: string;
  readonly orderLabel: 'Order Now' | 'Get Quote';
  /** Whether visitors see prices. If not, visitors see `Contact for Pricing`. */
  readonly showsPrices: boolean;
  /** Columns of the grid on the widest screens. */
  readonly columns: 3 | 4;
  readonly plans: readonly Plan[];
  /** A sentence below the comparison, in place of `plansNote`: what its rows do not say. */
  readonly comparisonNote?: string;
  /** If visitors see no prices: the label of the spec at the top of the card, in place of the price. */
  readonly leadingSpec?: string;
  readonly operatingSystems?: OperatingSystems;
  readonly dataCentres?: readonly string[];
  /** The callout after the last plan. `users`: how many users the largest plan has. The callout's link asks for more users. */
  readonly beyond?: { readonly title: string; readonly text: string; readonly users?: number };
  /** The question at the end of an order's pre-filled text: `Number of users:`. */
  readonly orderHint?: string;
  readonly reasons?: { readonly title: string; readonly items: Points };
  /** The questions of buyers, the most important first. */
  readonly questions: Points;
};

export type Plan = {
  /** The plan's id, unique across the site. The plan's card has `id="plan-{id}"`. */
  readonly id: string;
  readonly name: string;
  /** The price per month, in rand. */
  readonly price: number;
  /** The price per year, in rand, if the year is paid in advance. */
  readonly yearlyPrice?: number;
  readonly popular?: boolean;
  /** The values that the plan finder compares: the number of cores, and memory and storage in GB. */
  readonly resources?: { readonly cpus: number; readonly ram: number; readonly storage: number };
  /** Says how the plan differs from other plans, if prices and specs do not show the difference. */
  readonly headline?: string;
  readonly specs: readonly Spec[];
  /** Features that the neighbouring plans lack. The text of an order leaves features out. */
  readonly features?: readonly string[];
};

/**
 * One line of a plan's card. `phrase` is the same fact inside a sentence: label 'RAM', value '2 GB', phrase '2 GB RAM'. Without
 * a phrase, the line states no fact of the plan, and is not in an order's text.
 */
export type Spec = { readonly label: string; readonly value: string; readonly phrase?: string };

export type OperatingSystems = {
  readonly title: string;
  readonly lead: string;
  readonly groups: readonly {
    readonly name: string;
    /** A version may have a note in brackets, which orders leave out: `23 (end of life)`. */
    readonly versions: readonly string[];
    readonly link?: { readonly label: string; readonly path: string };
  }[];
};

/** The common fields of all families that show no prices but give quotes. */
export const quoted = {
  plansTitle: 'Choose Your Plan',
  plansNote: `Prices are on request, because setting up and moving what you have are quoted with the plan. ${whenAnswered}`,
  orderLabel: 'Get Quote',
  showsPrices: false,
  columns: 3,
} as const;

export function offer(id: string, name: string, price: number, yearlyPrice?: number) {
  return { id, name, price, ...(yearlyPrice && { yearlyPrice }) };
}

export function shownPrice(family: HostingFamily, plan: Plan): string {
  return family.showsPrices ? rand(plan.price) : 'Contact for Pricing';
}

/** The saving with yearly payment: `Save 50%`. Empty without a saving or without a yearly price. */
export function yearlySaving({ price, yearlyPrice }: Plan): string {
  const percent = yearlyPrice ? Math.round(100 * (1 - yearlyPrice / (12 * price))) : 0;
  return percent > 0 ? `Save ${percent}%` : '';
}

/** The plan in one line. Several families use the same plan names, so the line begins with the family's name. */
export function planDetails(family: HostingFamily, plan: Plan): string {
  return `${family.name}: ${plan.specs.flatMap(({ phrase }) => phrase ?? []).join(', ')}`;
}

/** The note about VAT beside a single price, shorter than `vatNote`. */
export const shortVatNote: string = { inclusive: 'incl. VAT', exclusive: 'excl. VAT', 'not-registered': 'no VAT' }[
  company.vat
];

/** South Africa's rate of VAT: Value-Added Tax Act 89 of 1991, s7. */
export const vatPercent = 15;

/** The sentence about VAT with a list of advertised prices (Value-Added Tax Act 89 of 1991, s65). */
export const vatNote: string = {
  inclusive: 'Prices are in rand, per month, and include VAT.',
  exclusive: `Prices are in rand, per month, and exclude ${vatPercent}% VAT.`,
  'not-registered': 'Prices are in rand, per month. No VAT is charged.',
}[company.vat];
