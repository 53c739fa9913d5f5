/** Buckets from 2^-7 to 2^30, with this many for each doubling. */
const perDoubling = 16;
const lowest = -7;
const highest = 30;
const buckets = (highest - lowest) * perDoubling;

/** The largest relative error of a quantile: a bucket is represented by its geometric mean. */
export const quantileError = 2 ** (1 / (2 * perDoubling)) - 1;

/** Counts of values in logarithmic buckets: quantiles in little, fixed memory. */
export type Histogram = {
  /** Takes a value of 0 or more. */
  add(value: number): void;
  readonly counts: Uint32Array;
  readonly total: number;
  /** The value below which this share of the values lies, such as 0.95. Undefined without values. */
  quantile(share: number): number | undefined;
};

/** A histogram of what all of some histograms have counted. */
export function newHistogram(parts: readonly Histogram[] = []): Histogram {
  const counts = new Uint32Array(buckets + 1);
  let total = 0;
  for (const part of parts) {
    for (const [index, count] of part.counts.entries()) counts[index] = (counts[index] ?? 0) + count;
    total += part.total;
  }
  return {
    counts,
    get total() {
      return total;
    },
    add: (value) => {
      const bucket = Math.floor((Math.log2(value) - lowest) * perDoubling) + 1;
      const index = Math.min(Math.max(bucket, 0), buckets);
      counts[index] = (counts[index] ?? 0) + 1;
      total += 1;
    },
    quantile: (share) => {
      if (total === 0) return undefined;
      const rank = Math.max(1, Math.ceil(share * total));
      let seen = 0;
      const index = counts.findIndex((count) => {
        seen += count;
        return seen >= rank;
      });
      // The first bucket holds what is too small to matter.
      return index === 0 ? 0 : 2 ** (lowest + (index - 0.5) / perDoubling);
    },
  };
}

/** Counts of values between limits, in ascending order: one more than there are limits. */
export type Bins = { add(value: number): void; readonly counts: readonly number[] };

export function newBins(limits: readonly number[]): Bins {
  const counts: number[] = Array.from({ length: limits.length + 1 }, () => 0);
  return {
    counts,
    add: (value) => {
      const index = limits.findIndex((limit) => value < limit);
      const bin = index < 0 ? limits.length : index;
      counts[bin] = (counts[bin] ?? 0) + 1;
    },
  };
}
