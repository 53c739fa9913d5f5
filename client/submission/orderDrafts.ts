const form = 'order.';
const ofOnePlan = ['message', 'key'];

/**
 * The name of a field's draft, or of the idempotency key's. Who orders is the same in every plan's dialog; the
 * requirements and the key are of one plan.
 */
export function orderDraft(field: string, planId: string): string {
  return ofOnePlan.includes(field) ? `${form}${planId}.${field}` : form + field;
}

/** Whether a draft belongs to an order of this plan, and to no other's dialog that is open meanwhile. */
export function isDraftOfOrder(planId: string, openPlanId: string | null = null) {
  return (name: string): boolean => {
    if (ofOnePlan.some((field) => name === orderDraft(field, planId))) return true;
    const isShared = name.startsWith(form) && !name.slice(form.length).includes('.');
    return isShared && (openPlanId === null || openPlanId === planId);
  };
}
