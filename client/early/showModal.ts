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
  // The browser scrolls to the first field, on a low screen past the title.
  if (!isInside) dialog.firstElementChild?.scrollTo(0, 0);
  if (isInside && activeElement instanceof HTMLElement) activeElement.focus();
}
