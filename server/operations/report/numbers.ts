const grouped = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });
const short = new Intl.NumberFormat('en', { maximumSignificantDigits: 3, useGrouping: false });

/** `12 345`, with no-break spaces. */
export function amountOf(count: number): string {
  return grouped.format(count).replaceAll(',', '\u00a0');
}

const units = [
  { name: 'd', milliseconds: 24 * 60 * 60 * 1000 },
  { name: 'h', milliseconds: 60 * 60 * 1000 },
  { name: 'min', milliseconds: 60 * 1000 },
  { name: 's', milliseconds: 1000 },
] as const;

/** `0 ms`, `0.3 ms`, `2.5 s`, `12 min`, `5 h`, `3.5 d`; `-` for none. */
export function durationOf(milliseconds: number | undefined): string {
  if (milliseconds === undefined) return '-';
  const unit = units.find((candidate) => milliseconds >= candidate.milliseconds) ?? { name: 'ms', milliseconds: 1 };
  return `${short.format(milliseconds / unit.milliseconds)}\u00a0${unit.name}`;
}

export function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}

/** All numbers of some lists in ascending order, 8 bytes each. */
export function sorted(...lists: readonly (readonly number[])[]): Float64Array {
  return Float64Array.from(lists.flat()).sort();
}

/** The smallest value that at least this share of the sorted values does not exceed. Undefined if there are no values. */
export function quantileOf(values: Float64Array, share: number): number | undefined {
  return values[Math.max(0, Math.ceil(share * values.length) - 1)];
}
