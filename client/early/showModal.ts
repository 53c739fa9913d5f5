import { mainId } from '../../shared/paths.ts';

/**
 * Opens a dialog as modal. When the dialog closes, the browser returns the focus to the element that had it before. If no
 * element had it, this first focuses the element of the selector in `data-opener`, or else the page's content.
 */
export function showModal(dialog: HTMLDialogElement): void {
  if (dialog.matches(':modal')) return;
  const { activeElement } = document;
  const isInside = dialog.contains(activeElement);
  if (isInside || activeElement === document.body) {
    const opener = document.querySelector<HTMLElement>(dialog.dataset.opener ?? `#${mainId}`);
    (opener ?? document.getElementById(mainId))?.focus({ preventScroll: true });
  }
  // The server renders an open dialog non-modal, which HTML alone cannot change.
  dialog.removeAttribute('open');
  dialog.showModal();
  if (isInside && activeElement instanceof HTMLElement) activeElement.focus();
  // Focusing would make the browser scroll to the field, on a low screen past the title.
  else dialog.querySelector<HTMLElement>('input:not([type=hidden])')?.focus({ preventScroll: true });
}
