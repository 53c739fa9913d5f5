import { parameters } from '../paths.ts';
import type { HostingFamily, Plan } from './family.ts';

/** The most plans that a page compares. */
export const maxCompared = 4;

/** The ids of the plans that a query compares: the first valid ones, separated by commas or in repeated parameters. */
export function readCompared({ plans }: HostingFamily, query: URLSearchParams): readonly string[] {
  const ids = query.getAll(parameters.compare).flatMap((text) => text.split(',').map((id) => id.trim()));
  return [...new Set(ids)].filter((id) => plans.some((plan) => plan.id === id)).slice(0, maxCompared);
}

export const maxQuantity = 999;

export const quantityHint = `Totals need a whole number from 1 to ${maxQuantity}.`;

/** Whether a text is a quantity: 1 to `maxQuantity`. */
export function isQuantity(text: string): boolean {
  return /^0{0,2}[1-9]\d{0,2}$/.test(text) && Number(text) <= maxQuantity;
}

/** How many of each plan a total is for; 1 if the query does not say. */
export function readQuantity(query: URLSearchParams): number {
  const text = query.get(parameters.quantity) ?? '';
  return isQuantity(text) ? Number(text) : 1;
}

/** How many of a plan a visitor orders who has compared it with others; 1 if it is not compared. */
export function orderedQuantity(family: HostingFamily, { id }: Plan, query: URLSearchParams): number {
  return readCompared(family, query).includes(id) ? readQuantity(query) : 1;
}
