import { extentOf } from './amounts.ts';

/** A logarithmic axis. */
export type Axis = { readonly from: number; readonly to: number; readonly ticks: readonly number[] };

/** The axis on which these amounts have room at both ends. Its ticks are doublings of `unit`. */
export function doublingAxis(amounts: readonly number[], unit: number): Axis {
  const [least, most] = extentOf(amounts);
  const [from, to] = [0.88 * least, 1.12 * most];
  const first = Math.ceil(Math.log2(from / unit));
  const last = Math.floor(Math.log2(to / unit));
  const ticks = Array.from({ length: last - first + 1 }, (_, index) => unit * 2 ** (first + index));
  return { from, to, ticks: ticks.filter(Number.isInteger) };
}
