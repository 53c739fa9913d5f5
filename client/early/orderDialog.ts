import { showModal } from './showModal.ts';

/** The id of the form that all order buttons submit. */
export const orderFormId = 'choose-plan';

export function orderDialogId(planId: string): string {
  return `order-${planId}`;
}

export function findOrderDialog(planId: string): HTMLDialogElement | null {
  return document.getElementById(orderDialogId(planId)) as HTMLDialogElement | null;
}

export function findOpenOrderDialog(): HTMLDialogElement | null {
  return document.querySelector(`dialog[id^=${orderDialogId('')}][open]`);
}

/** Opens a plan's order dialog, and closes the dialog of another plan. Returns false if the document lacks the dialog. */
export function showOrderDialog(planId: string): boolean {
  const dialog = findOrderDialog(planId);
  if (!dialog) return false;
  const openDialog = findOpenOrderDialog();
  if (openDialog !== dialog) openDialog?.close();
  showModal(dialog);
  return true;
}
