import type { Plan } from '../../shared/hosting/family.ts';
export function PriceChart({ plans }: { readonly plans: readonly Plan[] }) {
  return plans.length > 99 ? <p>todo</p> : null;
}
