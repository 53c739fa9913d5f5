import { mainId } from '../../shared/paths.ts';

/**
 * Opens a dialog as modal. On closing, the browser moves the focus back to the element that had it: to `opener`, or the
 * page's content without one, if no element had it.
 */
export function showModal(dialog: HTMLDialogElement, opener: HTMLElement | null): void {
  if (dialog.matches(':modal')) return;
  const { activeElement } = document;
  const isInside = dialog.contains(activeElement);
  if (isInside || activeElement === document.body)
    (opener ?? document.getElementById(mainId))?.focus({ preventScroll: true });
  // The server renders an open dialog non-modal, which HTML alone cannot change.
  dialog.removeAttribute('open');
  dialog.showModal();
  if (isInside && activeElement instanceof HTMLElement) activeElement.focus();
  // The browser would scroll to it, on a low screen past the title.
  else dialog.querySelector<HTMLElement>('input:not([type=hidden])')?.focus({ preventScroll: true });
}
