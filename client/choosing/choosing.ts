import { readCriteria } from '../../shared/hosting/criteria.ts';
import type { HostingFamily } from '../../shared/hosting/family.ts';
import { findPlans } from '../../shared/hosting/planFinder.ts';
import { AddressKeeper } from './AddressKeeper.tsx';
import { Comparison } from './Comparison.tsx';
import { FoundPlans } from './FoundPlans.tsx';

/** The plans that a query finds: their ids, and that of the cheapest which satisfies all criteria. Undefined without criteria. */
function find({ plans }: HostingFamily, query: string) {
  const criteria = readCriteria(new URLSearchParams(query));
  if (Object.keys(criteria).length === 0) return undefined;
  const found = findPlans(plans, criteria);
  return { ids: found.plans.map(({ id }) => id), best: found.best?.id };
}

/** The plan finder's and the comparison's code, as one part. */
export const choosing = { AddressKeeper, Comparison, FoundPlans, find } as const;
