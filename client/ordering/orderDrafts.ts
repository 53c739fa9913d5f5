const form = 'order.';
const message = `${form}message.`;

/** The name of a field's draft. Who orders is the same in every plan's dialog; the requirements are of one plan. */
export const orderDraft = (field: string, planId: string): string =>
  field === 'message' ? message + planId : form + field;

/** Whether a draft belongs to an order of this plan. */
export const isDraftOfOrder =
  (planId: string) =>
  (name: string): boolean =>
    name.startsWith(form) && (!name.startsWith(message) || name === orderDraft('message', planId));
