const grouped = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });
const short = new Intl.NumberFormat('en', { maximumSignificantDigits: 3, useGrouping: false });

/** Formats a number, such as `12 345`, with no-break spaces. */
export function amountOf(count: number): string {
  return grouped.format(count).replaceAll(',', '\u00a0');
}

/** Formats a duration, such as `0.3 ms`, `2.5 s` or `61 s`, with a no-break space. */
export function durationOf(milliseconds: number): string {
  return milliseconds < 1000 ? `${short.format(milliseconds)}\u00a0ms` : `${short.format(milliseconds / 1000)}\u00a0s`;
}

export function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}

/** Returns a quantile for each share. For the share 0.95, this is the smallest value that 95 % of the values do not exceed. */
export function quantilesOf(values: readonly number[], shares: readonly number[]): number[] {
  // A Float64Array takes only 8 bytes for each number. It sorts by value, where an Array would sort by text.
  const sorted = Float64Array.from(values).sort();
  return shares.map((share) => sorted[Math.ceil(share * sorted.length) - 1] ?? 0);
}
