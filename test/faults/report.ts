/** The counts and faults of one part of the fault tests. */
export type Report = {
  readonly counts: { readonly [name: string]: number | string };
  /** Empty if the part passed. */
  readonly faults: readonly string[];
};

/** Collects faults, without stopping at the first. */
export function newFindings() {
  const faults: string[] = [];
  return {
    faults,
    expect: (holds: boolean, fault: string): void => {
      if (!holds && faults.length < 20) faults.push(fault);
    },
  };
}

export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export function rounded(value: number, digits = 1): number {
  return Number(value.toFixed(digits));
}

/** Checks `holds` every `every` milliseconds. Resolves with true when it holds, or with false after `milliseconds`. */
export async function until(holds: () => boolean, milliseconds: number, every = 20): Promise<boolean> {
  const end = Date.now() + milliseconds;
  while (!holds()) {
    if (Date.now() > end) return false;
    await new Promise((resolve) => setTimeout(resolve, every));
  }
  return true;
}
