import { count } from './amounts.ts';
import type { Spec } from './family.ts';

export function cpuSpec(cpus: number): Spec {
  return { label: 'CPU', value: count(cpus, 'core'), phrase: count(cpus, 'CPU') };
}
export function ramSpec(ram: string): Spec {
  return { label: 'RAM', value: ram, phrase: `${ram} RAM` };
}
/** The storage of a plan. `kind`: `SSD` or `NVMe`. */
export function storageSpec(size: string, kind?: string): Spec {
  const value = kind ? `${size} ${kind}` : size;
  return { label: 'Storage', value, phrase: `${value} storage` };
}
export function bandwidthSpec(bandwidth: string): Spec {
  return { label: 'Bandwidth', value: bandwidth, phrase: `${bandwidth.replace('Unlimited', 'unlimited')} bandwidth` };
}
export type Amount = number | 'Unlimited';

/** A number of things, such as accounts. Without `amount`, the number is agreed with each client. */
export function countSpec(label: string, amount?: Amount, noun = ''): Spec {
  if (amount === undefined) return { label, value: 'As agreed' };
  return { label, value: String(amount), phrase: amount === 'Unlimited' ? `unlimited ${noun}s` : count(amount, noun) };
}
