import type { FilledOrder } from '../../../client/submission/submitOrder.ts';
import { planById } from '../../../shared/hosting/catalogue.ts';

/** A filled-in order of a plan, as its dialog submits it. */
export function filledOrder(planId: string): FilledOrder {
  const found = planById(planId);
  if (!found) throw new Error(`No plan is called ${planId}`);
  return { ...found, form: planId, typed: {}, token: () => '' };
}
