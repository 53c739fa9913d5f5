import { cpanelHosting } from './cpanelHosting.ts';
import { type HostingFamily, type Plan, planDetails } from './family.ts';
import { microsoft365 } from './microsoft365.ts';
import { pastelHosting } from './pastelHosting.ts';
import { resellerHosting } from './resellerHosting.ts';
import { serverHosting } from './serverHosting.ts';
import { sharedHosting } from './sharedHosting.ts';

/** The six families in the menu's order. The browser loads one at a time, so only the server imports this file. */
export const families: readonly HostingFamily[] = [
  serverHosting,
  sharedHosting,
  resellerHosting,
  cpanelHosting,
  pastelHosting,
  microsoft365,
];

export type CataloguePlan = { readonly family: HostingFamily; readonly plan: Plan };

const cataloguePlans: readonly CataloguePlan[] = families.flatMap((family) =>
  family.plans.map((plan) => ({ family, plan })),
);

export function planById(id: string): CataloguePlan | undefined {
  return cataloguePlans.find(({ plan }) => plan.id === id);
}

/** The plan an order's message names, found by its name and details lines; the price is not trusted. */
export function planByText(name: string, details: string): CataloguePlan | undefined {
  return cataloguePlans.find(({ family, plan }) => plan.name === name && planDetails(family, plan) === details);
}
