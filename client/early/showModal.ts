import { mainId, parameters } from '../../shared/paths.ts';

/**
 * Opens a dialog as modal. When the dialog closes, the browser returns the focus to the element that had the focus before. If
 * no element had the focus, first focuses the plan's order button, or else the page's content.
 */
export function showModal(dialog: HTMLDialogElement): void {
  if (dialog.matches(':modal')) return;
  const { activeElement } = document;
  const isInside = dialog.contains(activeElement);
  if (isInside || activeElement === document.body) {
    const plan = dialog.querySelector<HTMLInputElement>('[name=plan]')?.value;
    const opener = document.querySelector<HTMLElement>(`[name=${parameters.order}][value="${plan}"]`);
    (opener ?? document.getElementById(mainId))?.focus({ preventScroll: true });
  }
  // HTML alone cannot open a modal dialog. So close a dialog that the server rendered open, and open it again as modal.
  dialog.removeAttribute('open');
  dialog.showModal();
  const field = isInside ? activeElement : dialog.querySelector('[data-draft]');
  // `preventScroll`: browsers would scroll further than needed, and hide the dialog's title.
  (field as HTMLElement | null)?.focus({ preventScroll: true });
  field?.parentElement?.scrollIntoView({ block: 'nearest' });
}
