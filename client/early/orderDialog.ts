import { parameters, planCardId } from '../../shared/paths.ts';
import { showModal } from './showModal.ts';

const idPrefix = 'order-';

/** The id of a plan's order dialog. */
export function orderDialogId(planId: string): string {
  return idPrefix + planId;
}

/** The id of the plan that an order dialog is for; undefined for another element. */
export function planOfDialog({ id }: Element): string | undefined {
  return id.startsWith(idPrefix) ? id.slice(idPrefix.length) : undefined;
}

/** The id of the form of all order buttons. */
export const orderFormId = 'choose-plan';

/** The selector of the order button of a plan's card. */
export function orderButton(planId: string): string {
  return `#${planCardId(planId)} [name=${parameters.order}]`;
}

export function findOrderDialog(planId: string): HTMLDialogElement | null {
  return document.getElementById(orderDialogId(planId)) as HTMLDialogElement | null;
}

/** The open order dialog of the document, modal or not. */
export function findOpenOrderDialog(): HTMLDialogElement | null {
  return document.querySelector<HTMLDialogElement>(`dialog[id^=${idPrefix}][open]`);
}

/** Opens a plan's order dialog, and closes another's. Returns false if the document does not contain it. */
export function showOrderDialog(planId: string): boolean {
  const dialog = findOrderDialog(planId);
  if (!dialog) return false;
  const open = findOpenOrderDialog();
  if (open !== dialog) open?.close();
  showModal(dialog, document.querySelector<HTMLElement>(orderButton(planId)));
  return true;
}
