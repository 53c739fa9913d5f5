import { parameters } from '../paths.ts';
import { readCompared } from './comparison.ts';
import type { HostingFamily } from './family.ts';
import { criterionNames, hasFinder, readCriteria } from './planFinder.ts';

/** The parameters of a query that change a hosting page: always in the same order, without invalid values. */
export function hostingQuery(family: HostingFamily, query: URLSearchParams): string {
  const criteria = hasFinder(family) ? readCriteria(query) : {};
  const compared = readCompared(family, query);
  const order = query.get(parameters.order);
  return [
    ...criterionNames.flatMap((name) => (criteria[name] === undefined ? [] : [`${name}=${criteria[name]}`])),
    ...(compared.length > 0 ? [`${parameters.compare}=${compared.join(',')}`] : []),
    ...(family.plans.some(({ id }) => id === order) ? [`${parameters.order}=${order}`] : []),
  ].join('&');
}

/** The part of a query that a visitor chooses in the page: criteria and compared plans, without an order dialog. */
export function choiceQuery(family: HostingFamily, query: URLSearchParams): string {
  const choice = new URLSearchParams(query);
  choice.delete(parameters.order);
  return hostingQuery(family, choice);
}

/** A hosting page's address. `query` is a result of `hostingQuery`. */
export function hostingAddress(path: string, query: string): string {
  return query ? `${path}?${query}` : path;
}
