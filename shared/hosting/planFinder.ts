import { count, rand } from './amounts.ts';
import type { HostingFamily, Plan } from './family.ts';

/** The plan finder's criteria, in the form's order. Each criterion is a query parameter. */
export const criterionNames = ['cpus', 'ram', 'storage', 'budget'] as const;
export type CriterionName = (typeof criterionNames)[number];

/** The visitor's minimum of cores, GB of memory and GB of storage, and maximum of rand a month. */
export type Criteria = { readonly [name in CriterionName]?: number };

export function hasFinder({ plans: [plan] }: HostingFamily): boolean {
  return plan?.resources !== undefined;
}

/** The criteria in a query. A number has 1 to 7 digits. If a parameter is repeated, its first value counts. */
export function readCriteria(query: URLSearchParams): Criteria {
  return Object.fromEntries(
    criterionNames.flatMap((name) => {
      const text = query.get(name) ?? '';
      return /^\d{1,7}$/.test(text) ? [[name, Number(text)]] : [];
    }),
  );
}

export type Found = {
  /** The plans to show: those that satisfy all criteria, or else the nearest plan. */
  readonly plans: readonly Plan[];
  /** The cheapest plan that satisfies all criteria. */
  readonly best?: Plan;
  /** The criteria that the nearest plan does not satisfy: `RAM: 64 GB, not 128 GB`. */
  readonly misses: readonly string[];
};

function missesOf({ price, resources }: Plan, { cpus = 0, ram = 0, storage = 0, budget }: Criteria): readonly string[] {
  if (!resources) return [];
  return [
    ...(resources.cpus < cpus ? [`CPU: ${count(resources.cpus, 'core')}, not ${cpus}`] : []),
    ...(resources.ram < ram ? [`RAM: ${resources.ram} GB, not ${ram} GB`] : []),
    ...(resources.storage < storage ? [`Storage: ${resources.storage} GB, not ${storage} GB`] : []),
    ...(budget !== undefined && price > budget ? [`Price: ${rand(price)} a month, not ${rand(budget)}`] : []),
  ];
}

/** The plans that satisfy the criteria. If there are none, the nearest: the cheapest of the plans that miss fewest criteria. */
export function findPlans(plans: readonly Plan[], criteria: Criteria): Found {
  const byPrice = plans
    .map((plan) => ({ plan, misses: missesOf(plan, criteria) }))
    .toSorted((one, other) => one.plan.price - other.plan.price);
  const best = byPrice.find(({ misses }) => misses.length === 0)?.plan;
  if (best) return { plans: plans.filter((plan) => missesOf(plan, criteria).length === 0), best, misses: [] };
  const [nearest] = byPrice.toSorted((one, other) => one.misses.length - other.misses.length);
  return nearest ? { plans: [nearest.plan], misses: nearest.misses } : { plans, misses: [] };
}
