/** One figure of a run. */
export type Measurement = {
  readonly section: string;
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  /** The project's limit; undefined: the figure is for comparison. */
  readonly limit?: { readonly atMost: number } | { readonly atLeast: number };
};

export type ReportFigure = (name: string, value: number, unit: string, limit?: Measurement['limit']) => void;
type Stoppable = { readonly stop: () => unknown };
/** Keeps what is started until the section has ended. */
export type UntilEnd = <Started extends Stoppable>(starting: Promise<Started>) => Promise<Started>;
/** Reports figures. */
export type Section = (report: ReportFigure, untilEnd: UntilEnd) => Promise<void>;

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? Number.NaN)) / 2;
}

export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export function isMet({ value, limit }: Measurement): boolean | undefined {
  if (!limit) return undefined;
  return 'atMost' in limit ? value <= limit.atMost : value >= limit.atLeast;
}

/** Three significant digits, or all digits of a larger number. */
export function shown(value: number): string {
  if (Number.isNaN(value)) return 'none';
  if (Number.isInteger(value) || Math.abs(value) >= 100) return String(Math.round(value));
  return String(Number(value.toPrecision(3)));
}

export function shownLimit({ limit }: Measurement): string {
  if (!limit) return '';
  return 'atMost' in limit ? `≤ ${shown(limit.atMost)}` : `≥ ${shown(limit.atLeast)}`;
}
