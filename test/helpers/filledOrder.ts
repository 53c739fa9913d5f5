import type { FilledOrder } from '../../client/submission/submitOrder.ts';
import { planById } from '../../shared/hosting/catalogue.ts';

/** An order of this plan, as its dialog hands it over. */
export function filledOrder(planId: string): FilledOrder {
  const found = planById(planId);
  if (!found) throw new Error(`No plan is called ${planId}`);
  return { ...found, form: planId, typed: {}, token: () => '' };
}
