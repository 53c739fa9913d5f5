import type { Plan } from './family.ts';

/** A sum in rand, with cents if the sum is not in whole rand: `R124`, `R142.60`. */
export function rand(sum: number): string {
  return `R${Number.isInteger(sum) ? sum : sum.toFixed(2)}`;
}

export function lowestPrice(plans: readonly Plan[]): string {
  return rand(Math.min(...plans.map(({ price }) => price)));
}

/** An amount with its noun: `1 core`, `2 cores`. */
export function count(amount: number, noun: string): string {
  return `${amount} ${noun}${amount === 1 ? '' : 's'}`;
}

/** The smallest and the largest value of a spec among plans, such as 2 and 10 for `Users`. */
export function extentOf(plans: readonly Plan[], label: string): readonly [least: number, most: number] {
  const values = plans.flatMap(({ specs }) => specs.filter((spec) => spec.label === label).map(({ value }) => value));
  const amounts = values.map((value) => Number.parseInt(value, 10));
  return [Math.min(...amounts), Math.max(...amounts)];
}
