// In milliseconds.
export const second = 1000;
export const minute = 60 * second;
export const hour = 60 * minute;
export const day = 24 * hour;
/** How far South Africa is ahead of UTC all year, in milliseconds. */
export const sastOffset = 2 * hour;

/** A time in South Africa, such as `2026-11-21 06:05:00 SAST`. Times are milliseconds since 1970. */
export function sast(time: number): string {
  const [date, clock] = new Date(time + sastOffset).toISOString().split(/[T.]/);
  return `${date} ${clock} SAST`;
}

/** The South African day of a time, such as `2026-11-21`. */
export function dayOf(time: number): string {
  return sast(time).slice(0, 10);
}

/** When a South African day such as `2026-11-21` begins. Undefined if the text is no day, or the day does not exist. */
export function startOfDay(typed: string): number | undefined {
  const start = Date.parse(`${typed}T00:00:00+02:00`);
  return !Number.isNaN(start) && dayOf(start) === typed ? start : undefined;
}

/** Writes a length of time, given in milliseconds, in at most two units: `3 d 4 h`, `2 h 5 min`, `40 s`. */
export function lengthOf(time: number): string {
  if (time >= day) return `${Math.floor(time / day)} d ${Math.floor((time % day) / hour)} h`;
  if (time >= hour) return `${Math.floor(time / hour)} h ${Math.floor((time % hour) / minute)} min`;
  return time >= minute ? `${Math.floor(time / minute)} min` : `${Math.floor(time / second)} s`;
}
