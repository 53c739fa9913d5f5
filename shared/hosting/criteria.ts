import { parameters } from '../paths.ts';
import type { HostingFamily } from './family.ts';

/** The plan finder's criteria, in the form's order. Each is a query parameter. */
export const criterionNames = [parameters.cpus, parameters.ram, parameters.storage, parameters.budget] as const;
export type CriterionName = (typeof criterionNames)[number];

/** What a plan must have: the least cores, memory and storage in GB; and the most rand that it costs a month. */
export type Criteria = { readonly [name in CriterionName]?: number };

/** Whether the family's page has the plan finder. */
export function hasFinder({ plans: [plan] }: HostingFamily): boolean {
  return plan?.resources !== undefined;
}

/** The criteria in a query. A number has 1 to 7 digits; of a repeated parameter the first counts. */
export function readCriteria(query: URLSearchParams): Criteria {
  return Object.fromEntries(
    criterionNames.flatMap((name) => {
      const text = query.get(name) ?? '';
      return /^\d{1,7}$/.test(text) ? [[name, Number(text)]] : [];
    }),
  );
}
