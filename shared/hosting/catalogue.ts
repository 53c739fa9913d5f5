import { lowestPrice } from './amounts.ts';
import { type HostingFamily, type Plan, planDetails } from './family.ts';
import { hostingList } from './list.ts';

/** All families in the list's order. The browser loads one at a time, so only the server imports this file. */
export const families: readonly HostingFamily[] = await Promise.all(
  hostingList.map(({ id }) =>
    import(`./families/${id}.ts`).then(({ family }: { readonly family: HostingFamily }) => family),
  ),
);

/** The lowest monthly price of each family that shows prices, by the family's id. */
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

/** The plan of an order's message, by its name. If several plans have that name, by its details. */
export function planByText(name: string, details: string): CataloguePlan | undefined {
  const named = cataloguePlans.filter(({ plan }) => plan.name === name);
  return named.length === 1 ? named[0] : named.find(({ family, plan }) => planDetails(family, plan) === details);
}
