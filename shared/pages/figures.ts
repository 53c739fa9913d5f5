import { company } from '../company.ts';

/** The company in figures, on the home and the About page. */
export const figures = [
  { figure: company.figures.experience, label: 'Years in business' },
  { figure: company.figures.projects, label: 'Projects completed' },
  { figure: company.figures.satisfaction, label: 'Client satisfaction' },
] as const;
