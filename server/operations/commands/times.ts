const zone = 'Africa/Johannesburg';
const date = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeZone: zone });
const toMinutes = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short', timeZone: zone });
const toSeconds = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'medium', timeZone: zone });

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** `2026-11-21 06:05:00 SAST`. Times are milliseconds since 1970. */
export function sast(time: number): string {
  return `${toSeconds.format(time)} SAST`;
}

/** `2026-11-21 06:05`, in South Africa. */
export function sastMinutes(time: number): string {
  return toMinutes.format(time);
}

/** When a South African day such as `2026-11-21` begins; undefined for others and for days that no month has. */
export function startOfDay(typed: string): number | undefined {
  if (!/^\d{4}-\d\d-\d\d$/.test(typed)) return undefined;
  const start = Date.parse(`${typed}T00:00:00+02:00`);
  return !Number.isNaN(start) && date.format(start) === typed ? start : undefined;
}

/** When the South African day that begins at a time ends. There is no daylight saving time. */
export function endOfDay(start: number): number {
  return start + day;
}

/** A length of time in its two largest units: `3 d 4 h`, `2 h 5 min`, `40 s`. */
export function lengthOf(milliseconds: number): string {
  if (milliseconds >= day) return `${Math.floor(milliseconds / day)} d ${Math.floor((milliseconds % day) / hour)} h`;
  if (milliseconds >= hour)
    return `${Math.floor(milliseconds / hour)} h ${Math.floor((milliseconds % hour) / minute)} min`;
  return milliseconds >= minute ? `${Math.floor(milliseconds / minute)} min` : `${Math.floor(milliseconds / 1000)} s`;
}
