import type { Plan } from './family.ts';

/** A price in rand: 124 for `R124`. */
export function randOf(price: string): number {
  return Number(price.slice(1));
}

/** The lowest monthly price: `R124`. */
export function lowestPrice(plans: readonly Plan[]): string {
  return `R${Math.min(...plans.map(({ price }) => randOf(price)))}`;
}

/** `1 core`, `2 cores`. */
export function count(amount: number, noun: string): string {
  return `${amount} ${noun}${amount === 1 ? '' : 's'}`;
}

/** The least and the most of some numbers. */
export function extentOf(amounts: readonly number[]): readonly [least: number, most: number] {
  return [Math.min(...amounts), Math.max(...amounts)];
}
