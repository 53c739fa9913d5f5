import type { Toast } from './toastsSlice.ts';

/** The submit buttons of the forms that toasts are about. */
function buttonsOf(toasts: readonly Toast[]): readonly Element[] {
  return toasts.flatMap(({ form }) =>
    form ? [...document.querySelectorAll(`[data-drafts="${form}"] [type=submit]:not([form])`)] : [],
  );
}

/**
 * Moves the toasts to the other end of the screen if they cover the button they are about, or what has the focus, and do
 * not cover as much there.
 */
export function placeToasts(region: HTMLElement, toasts: readonly Toast[]): void {
  const focused = document.activeElement;
  if (region.contains(focused)) return;
  const isCovered = (element: Element) => {
    const { left, right, top, bottom } = element.getBoundingClientRect();
    return [...region.children].some((toast) => {
      const box = toast.getBoundingClientRect();
      return left < box.right && right > box.left && top < box.bottom && bottom > box.top;
    });
  };
  const buttons = buttonsOf(toasts);
  const control = focused?.matches('a, button, input, select, textarea') ? focused : null;
  const harm = () => (buttons.some(isCovered) ? 2 : control && isCovered(control) ? 1 : 0);
  const before = harm();
  if (before === 0) return;
  region.toggleAttribute('data-moved');
  if (harm() >= before) region.toggleAttribute('data-moved');
}
