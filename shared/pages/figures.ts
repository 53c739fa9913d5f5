import { company } from '../company.ts';

/** The full years in business, as a figure that grows in steps of five: `15+`. Below five, every year counts. */
export function experience(since: number, year: number): string {
  // The current year is not full, and neither is the first: the company may have been founded late in it.
  const years = Math.max(1, year - since - 1);
  return `${years < 5 ? years : years - (years % 5)}+`;
}

/** The company in figures, on the home and the About page. */
export const figures = [
  {
    label: 'Years in business',
    // Computed anew for each page: a server runs into the next year.
    get figure() {
      return experience(company.since, new Date().getFullYear());
    },
  },
  { label: 'Projects completed', figure: company.figures.projects },
  { label: 'Client satisfaction', figure: company.figures.satisfaction },
] as const;
