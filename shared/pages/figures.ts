import { company } from '../company.ts';
import { southAfricanTime } from '../southAfricanTime.ts';

/** The full years in business, rounded down to a multiple of five: `15+`. Fewer than five years are not rounded. */
export function experience(since: number, year: number): string {
  // Only full years count: not the current year, and not the first, in which the company may have been founded late.
  const years = Math.max(1, year - since - 1);
  return `${years < 5 ? years : years - (years % 5)}+`;
}

export const figures = [
  {
    label: 'Years in business',
    // Computed for each page, because a server may still run in the next year.
    get figure() {
      return experience(company.since, southAfricanTime().getUTCFullYear());
    },
  },
  { label: 'Projects completed', figure: company.figures.projects },
  { label: 'Client satisfaction', figure: company.figures.satisfaction },
] as const;
