import { company } from '../company.ts';

const minutesOf30Days = 30 * 24 * 60;

/** The most minutes of downtime in a month of 30 days that the uptime commitment allows. */
export const downtimeMinutes: number = Math.floor(
  (minutesOf30Days * (100 - Number.parseFloat(company.figures.uptime))) / 100 + 1e-6,
);
