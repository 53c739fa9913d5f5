import { company } from '../company.ts';
import type { HostingListing } from './list.ts';

/** A family of plans: all that its page shows, as data. */
export type HostingFamily = HostingListing & {
  readonly title: string;
  readonly lead: string;
  readonly meta: { readonly title: string; readonly description: string };
  readonly benefits: readonly Highlight[];
  readonly plansTitle: string;
  readonly orderLabel: 'Order Now' | 'Get Quote';
  /** Whether prices may be shown to visitors; `Contact for Pricing` stands in their place where not. */
  readonly showsPrices: boolean;
  /** Columns of the grid on the widest screens. */
  readonly columns: 3 | 4;
  /** What a yearly price saves, as its label says it. */
  readonly saving?: string;
  readonly plans: readonly Plan[];
  /** Where no price is shown: the label of the spec that leads the card. */
  readonly leadingSpec?: string;
  /** What stands after the last plan. */
  readonly beyond?: { readonly title: string; readonly text: string };
  readonly operatingSystems?: OperatingSystems;
  readonly reasons?: { readonly title: string; readonly items: readonly Highlight[] };
};

export type IconName =
  | 'speed'
  | 'shield'
  | 'scale'
  | 'mail'
  | 'database'
  | 'brand'
  | 'revenue'
  | 'control'
  | 'install'
  | 'remote'
  | 'cloud'
  | 'team'
  | 'savings';

export type Highlight = { readonly icon: IconName; readonly title: string; readonly text: string };

export type Plan = {
  /** Unique across the site; its card carries `id="plan-{id}"`. */
  readonly id: string;
  readonly name: string;
  /** Per month, in rand: `R124`. */
  readonly price: string;
  readonly yearlyPrice?: string;
  readonly popular?: boolean;
  readonly specs: readonly Spec[];
};

/** One line of a card. `phrase` is the same fact inside a sentence: label 'RAM', value '2 GB', phrase '2 GB RAM'. */
export type Spec = { readonly label: string; readonly value: string; readonly phrase: string };

export type OperatingSystems = {
  readonly title: string;
  readonly lead: string;
  readonly groups: readonly {
    readonly name: string;
    readonly versions: readonly {
      readonly name: string;
      readonly note?: string;
      /** The page the name leads to. */
      readonly path?: string;
    }[];
  }[];
};

export const contactForPricing = 'Contact for Pricing';

/** The price as this family's visitors may see it. */
export function shownPrice(family: HostingFamily, plan: Plan): string {
  return family.showsPrices ? plan.price : contactForPricing;
}

/** The plan in one line. Plan names repeat across families, so the line begins with the family's. */
export function planDetails(family: HostingFamily, plan: Plan): string {
  return `${family.name}: ${plan.specs.map((spec) => spec.phrase).join(', ')}`;
}

/** What stands beside advertised prices (Value-Added Tax Act 89 of 1991, s65). */
export const vatNote: string = {
  inclusive: 'Prices are in rand, per month, and include VAT.',
  exclusive: 'Prices are in rand, per month, and exclude 15% VAT.',
  'not-registered': 'Prices are in rand, per month. No VAT is charged.',
}[company.vat];
