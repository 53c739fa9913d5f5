const hour = 60 * 60 * 1000;
export const hoursPerDay = 24;
/** South Africa is two hours ahead of UTC all year. */
const ahead = 2;

/** Hours and days in South African time, counted from 1970. Times are milliseconds since 1970. */
export function hourOf(time: number): number {
  return Math.floor(time / hour) + ahead;
}
export function dayOfHour(hourNumber: number): number {
  return Math.floor(hourNumber / hoursPerDay);
}
export function dayOf(time: number): number {
  return dayOfHour(hourOf(time));
}
/** When a day begins. */
export function beginOfDay(day: number): number {
  return (day * hoursPerDay - ahead) * hour;
}

/** The first and the last day of what a report shows. */
export type Period = { readonly firstDay: number; readonly lastDay: number };

/** All days of a period. */
export function daysOf({ firstDay, lastDay }: Period): readonly number[] {
  return Array.from({ length: lastDay - firstDay + 1 }, (_, index) => firstDay + index);
}

const timeZone = 'Africa/Johannesburg';
const shortDay = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone });
const longDay = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone });
const dayAndTime = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone });

/** `22 Nov`. */
export function shortDayOf(day: number): string {
  return shortDay.format(beginOfDay(day));
}
/** `22 November 2026`. */
export function longDayOf(day: number): string {
  return longDay.format(beginOfDay(day));
}
/** `22 Nov, 14:00`. */
export function shortHourOf(hourNumber: number): string {
  return `${shortDayOf(dayOfHour(hourNumber))}, ${String(hourNumber % hoursPerDay).padStart(2, '0')}:00`;
}
/** `22 November 2026 at 14:05`. */
export function momentOf(time: number): string {
  return dayAndTime.format(time);
}
/** `1 to 22 November 2026`, with both dates in full. */
export function periodOf({ firstDay, lastDay }: Period): string {
  return firstDay === lastDay ? longDayOf(firstDay) : `${longDayOf(firstDay)} to ${longDayOf(lastDay)}`;
}
