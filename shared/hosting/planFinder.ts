import type { Criteria } from './criteria.ts';
import { type Plan, randOf } from './family.ts';

export type Found = {
  /** The plans to show: those that satisfy all criteria, or else the nearest one. */
  readonly plans: readonly Plan[];
  /** The cheapest that satisfies all criteria. */
  readonly best?: Plan;
  /** What the nearest plan misses: `RAM: 64 GB, not 128 GB`. */
  readonly misses: readonly string[];
};

const gigabytes = (amount: number) => `${amount} GB`;

/** What a plan misses of the criteria, a text for each. */
function missesOf({ price, resources }: Plan, { cpus = 0, ram = 0, storage = 0, budget }: Criteria): readonly string[] {
  if (!resources) return [];
  const rand = randOf(price);
  return [
    ...(resources.cpus < cpus
      ? [`CPU: ${resources.cpus} ${resources.cpus === 1 ? 'core' : 'cores'}, not ${cpus}`]
      : []),
    ...(resources.ram < ram ? [`RAM: ${gigabytes(resources.ram)}, not ${gigabytes(ram)}`] : []),
    ...(resources.storage < storage ? [`Storage: ${gigabytes(resources.storage)}, not ${gigabytes(storage)}`] : []),
    ...(budget !== undefined && rand > budget ? [`Price: R${rand} a month, not R${budget}`] : []),
  ];
}

/** The plans that satisfy the criteria. If none does: the one that misses the fewest, of these the cheapest. */
export function findPlans(plans: readonly Plan[], criteria: Criteria): Found {
  const byPrice = plans
    .map((plan) => ({ plan, misses: missesOf(plan, criteria) }))
    .toSorted((one, other) => randOf(one.plan.price) - randOf(other.plan.price));
  const best = byPrice.find(({ misses }) => misses.length === 0)?.plan;
  if (best) return { plans: plans.filter((plan) => missesOf(plan, criteria).length === 0), best, misses: [] };
  const [nearest] = byPrice.toSorted((one, other) => one.misses.length - other.misses.length);
  return nearest ? { plans: [nearest.plan], misses: nearest.misses } : { plans, misses: [] };
}
