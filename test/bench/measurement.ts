import type { Limit } from './report.ts';

/** Without a limit, the figure is only for comparison. */
type ReportFigure = (name: string, value: number, unit: string, limit?: Limit) => void;
type Stoppable = { readonly stop: () => unknown };
/** Waits until something has started, resolves with it, and stops it when the section has ended. */
export type UntilEnd = <Started extends Stoppable>(starting: Promise<Started>) => Promise<Started>;
export type Section = (report: ReportFigure, untilEnd: UntilEnd) => Promise<void>;

function sorted(values: readonly number[]): readonly number[] {
  return values.toSorted((one, other) => one - other);
}

/** The middle value. If the number of values is even, the greater of the two in the middle. */
export function median(values: readonly number[]): number {
  return sorted(values)[values.length >> 1] ?? Number.NaN;
}

export function percentile(values: readonly number[], share: number): number {
  return sorted(values)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? Number.NaN;
}
