import { count } from './amounts.ts';
import type { Spec } from './family.ts';

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
  return { label, value: 'As agreed' };
}
/** A number of things, or `Unlimited`. */
export function countSpec(label: string, amount: number | 'Unlimited', noun: string): Spec {
  return {
    label,
    value: String(amount),
    phrase: amount === 'Unlimited' ? `unlimited ${noun}s` : count(amount, noun),
  };
}
