import type { HostingFamily, Spec } from './family.ts';

export function count(amount: number, noun: string): string {
  return `${amount} ${noun}${amount === 1 ? '' : 's'}`;
}

export function cpuSpec(cpus: number): Spec {
  return {
    label: 'CPU',
    value: count(cpus, 'core'),
    phrase: count(cpus, 'CPU'),
  };
}
export function ramSpec(ram: string): Spec {
  return { label: 'RAM', value: ram, phrase: `${ram} RAM` };
}
export function storageSpec(storage: string, kind = ''): Spec {
  return {
    label: 'Storage',
    value: `${storage} ${kind}`.trim(),
    phrase: `${storage} ${kind} storage`.replace('  ', ' '),
  };
}
export function bandwidthSpec(bandwidth: string): Spec {
  return {
    label: 'Bandwidth',
    value: bandwidth,
    phrase: `${bandwidth.toLowerCase() === 'unlimited' ? 'unlimited' : bandwidth} bandwidth`,
  };
}
/** For what the catalogue gives no value. */
export function openSpec(label: string): Spec {
  return { label, value: 'Tell us how many' };
}
/** A number of things, or `Unlimited`. */
export function countSpec(label: string, amount: number | 'Unlimited', noun: string): Spec {
  return {
    label,
    value: String(amount),
    phrase: amount === 'Unlimited' ? `unlimited ${noun}s` : count(amount, noun),
  };
}

/** The least and the most of some numbers. */
export function extentOf(amounts: readonly number[]): readonly [least: number, most: number] {
  return [Math.min(...amounts), Math.max(...amounts)];
}

/** The specs that all plans of a family share. */
export function sharedSpecs({ plans: [first, ...others] }: HostingFamily): readonly Spec[] {
  return (first?.specs ?? []).filter(({ label, value }) =>
    others.every(({ specs }) => specs.some((spec) => spec.label === label && spec.value === value)),
  );
}
