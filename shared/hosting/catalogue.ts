import { lowestPrice } from './amounts.ts';
import { family as cpanelHosting } from './families/cpanel-hosting.ts';
import { family as microsoft365 } from './families/microsoft-365.ts';
import { family as pastelHosting } from './families/pastel-hosting.ts';
import { family as resellerHosting } from './families/reseller-hosting.ts';
import { family as serverHosting } from './families/server-hosting.ts';
import { family as sharedHosting } from './families/shared-hosting.ts';
import { type HostingFamily, type Plan, planDetails } from './family.ts';
import { type HostingId, hostingList } from './list.ts';

const byId: Readonly<Record<HostingId, HostingFamily>> = {
  'server-hosting': serverHosting,
  'shared-hosting': sharedHosting,
  'reseller-hosting': resellerHosting,
  'cpanel-hosting': cpanelHosting,
  'pastel-hosting': pastelHosting,
  'microsoft-365': microsoft365,
};

/** All families in the order of `hostingList`. Only the server imports this file: the browser loads one family at a time. */
export const families: readonly HostingFamily[] = hostingList.map(({ id }) => byId[id]);

export const fromPrices: Readonly<Record<string, string>> = Object.fromEntries(
  families.filter(({ showsPrices }) => showsPrices).map(({ id, plans }) => [id, lowestPrice(plans)]),
);

export type CataloguePlan = { readonly family: HostingFamily; readonly plan: Plan };

const cataloguePlans: readonly CataloguePlan[] = families.flatMap((family) =>
  family.plans.map((plan) => ({ family, plan })),
);

export function planById(id: string): CataloguePlan | undefined {
  return cataloguePlans.find(({ plan }) => plan.id === id);
}

/** Finds the plan of an order's message by the plan's name. If several plans have this name, the details decide. */
export function planByText(name: string, details: string): CataloguePlan | undefined {
  const named = cataloguePlans.filter(({ plan }) => plan.name === name);
  return named.length === 1 ? named[0] : named.find(({ family, plan }) => planDetails(family, plan) === details);
}
