const form = 'order.';
const planFields = ['message', 'key'];

/**
 * The name of a field's draft, or of the idempotency key's. All plans share the drafts of the customer's details; the
 * requirements and the key belong to one plan.
 */
export function orderDraft(field: string, planId: string): string {
  return planFields.includes(field) ? `${form}${planId}.${field}` : form + field;
}

/** Whether a draft belongs to this plan's order. Shared drafts do not if another plan's dialog is open. */
export function isDraftOfOrder(planId: string, openPlanId: string | null = null) {
  return (name: string): boolean => {
    if (planFields.some((field) => name === orderDraft(field, planId))) return true;
    const isShared = name.startsWith(form) && !name.slice(form.length).includes('.');
    return isShared && (openPlanId === null || openPlanId === planId);
  };
}
