import { company } from '../company.ts';

/** The full years in business, as a figure that grows in steps of five: `15+`. Below five, every year counts. */
export function experience(since: number, year: number): string {
  // In its year, the day of foundation may be yet to come.
  const years = Math.max(1, year - since - 1);
  return `${years < 5 ? years : years - (years % 5)}+`;
}

/** The company in figures, on the home and the About page. */
export const figures = [
  {
    label: 'Years in business',
    // A server runs longer than a year.
    get figure() {
      return experience(company.since, new Date().getFullYear());
    },
  },
  { label: 'Projects completed', figure: company.figures.projects },
  { label: 'Client satisfaction', figure: company.figures.satisfaction },
] as const;
