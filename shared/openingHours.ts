import { company } from './company.ts';

/** `Monday to Friday, 08:00 to 17:00`. */
export const openingHours = `${company.hours.days}, ${company.hours.time}`;
