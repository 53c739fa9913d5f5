const dayLength = 24 * 60 * 60 * 1000;
/** South Africa is two hours ahead of UTC all year. */
export const ahead = 2 * 60 * 60 * 1000;

/** The number of the South African day since 1970. Times are milliseconds since 1970. */
export function dayOf(time: number): number {
  return Math.floor((time + ahead) / dayLength);
}
export function beginOfDay(day: number): number {
  return day * dayLength - ahead;
}
/** The start of the UTC day with the same date, for plots. */
export function plottedDay(day: number): Date {
  return new Date(day * dayLength);
}

/** The days from `first` to `last`, but at most the last 31. */
export function lastDays(first: number, last: number): readonly number[] {
  const length = Math.min(31, last - first + 1);
  return Array.from({ length }, (_, index) => last - length + 1 + index);
}

const timeZone = 'Africa/Johannesburg';
const dateOnly = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone });
const clock = { hour: '2-digit', minute: '2-digit' } as const;
const dateAndTime = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', ...clock, timeZone });

/** `22 November 2026`. */
export function dateOf(day: number): string {
  return dateOnly.format(beginOfDay(day));
}
/** `22 Nov, 14:05`. */
export function momentOf(time: number): string {
  return dateAndTime.format(time);
}
/** `1 November 2026 to 22 November 2026`. */
export function spanOf(days: readonly number[]): string {
  return `${dateOf(Math.min(...days))} to ${dateOf(Math.max(...days))}`;
}
