import { count } from './amounts.ts';
import type { Spec } from './family.ts';

/** A number of things, or GB of bandwidth. */
export type Amount = number | 'Unlimited';

export function cpuSpec(cpus: number): Spec {
  return { label: 'CPU', value: count(cpus, 'core'), phrase: count(cpus, 'CPU') };
}

export function ramSpec(gigabytes: number): Spec {
  return { label: 'RAM', value: `${gigabytes} GB`, phrase: `${gigabytes} GB RAM` };
}

export function storageSpec(gigabytes: number, kind?: 'SSD' | 'NVMe'): Spec {
  const value = [gigabytes, 'GB', kind ?? []].flat().join(' ');
  return { label: 'Storage', value, phrase: `${value} storage` };
}

export function bandwidthSpec(gigabytes: Amount): Spec {
  if (gigabytes === 'Unlimited') return { label: 'Bandwidth', value: gigabytes, phrase: 'unlimited bandwidth' };
  const value = gigabytes < 1000 ? `${gigabytes} GB` : `${gigabytes / 1000} TB`;
  return { label: 'Bandwidth', value, phrase: `${value} bandwidth` };
}

/** A number of things, such as accounts. Without `amount`, the number is agreed with each client. */
export function countSpec(label: string, amount?: Amount, noun = ''): Spec {
  if (amount === undefined) return { label, value: 'As agreed' };
  return { label, value: String(amount), phrase: amount === 'Unlimited' ? `unlimited ${noun}s` : count(amount, noun) };
}
