import { readCompared } from '../../shared/hosting/comparison.ts';
import { hasFinder, readCriteria } from '../../shared/hosting/criteria.ts';
import type { HostingFamily } from '../../shared/hosting/family.ts';
import { hostingQuery } from '../../shared/hosting/pageQuery.ts';
import { findPlans } from '../../shared/hosting/planFinder.ts';
import { parameters } from '../../shared/paths.ts';
import type { ChoosingState } from './choosingSlice.ts';

/** What a query chooses on a family's page. */
export function chosenState(family: HostingFamily, query: URLSearchParams): ChoosingState {
  const criteria = hasFinder(family) ? readCriteria(query) : {};
  const found = Object.keys(criteria).length > 0 ? findPlans(family.plans, criteria) : undefined;
  const withoutOrder = new URLSearchParams(query);
  withoutOrder.delete(parameters.order);
  return {
    query: hostingQuery(family, withoutOrder),
    shown: found?.plans.map(({ id }) => id) ?? null,
    best: found?.best?.id ?? null,
    compared: readCompared(family, query),
  };
}
