import type { Toast } from './toastsSlice.ts';

type Span = { readonly top: number; readonly bottom: number };

/** The submit buttons of the forms that toasts are about. */
function buttonsOf(toasts: readonly Toast[]): readonly Element[] {
  return toasts.flatMap(({ form }) =>
    form ? [...document.querySelectorAll(`[data-drafts="${form}"] [type=submit]:not([form])`)] : [],
  );
}

/** What the toasts are not to cover, with the harm if they do. */
function obstacles(region: Element, toasts: readonly Toast[]): readonly (readonly [element: Element, harm: number])[] {
  const { activeElement } = document;
  const others = [...document.querySelectorAll('[data-obstacle]')].filter((part) => !region.contains(part));
  const focused = activeElement?.matches('a, button, input, select, textarea, h2, h3') ? [activeElement] : [];
  return [
    ...buttonsOf(toasts).map((button) => [button, 4] as const),
    ...focused.map((control) => [control, 2] as const),
    ...others.map((part) => [part, 1] as const),
  ];
}

/** The part of the window that can be seen, above a phone's keyboard, and of it what is below the page's header. */
function room(isInDialog: boolean): Span {
  const { offsetTop = 0, height = innerHeight } = visualViewport ?? {};
  const header = isInDialog ? undefined : document.querySelector('header')?.getBoundingClientRect();
  return { top: Math.max(offsetTop, header?.bottom ?? 0), bottom: offsetTop + height };
}

/**
 * Moves the toasts where they cover neither the page's header nor the buttons they are about, nor what has the focus. They
 * stay where they are unless another place is better; their own place is that of their styles.
 */
export function placeToasts(region: HTMLElement, toasts: readonly Toast[], isInDialog: boolean): void {
  if (region.contains(document.activeElement)) return;
  const { top, bottom } = room(isInDialog);
  region.style.setProperty('--room', `${bottom - top}px`);
  const moved = Number.parseFloat(region.style.translate.split(' ')[1] ?? '0') || 0;
  const place = region.getBoundingClientRect();
  const boxes = Array.from(region.children, (toast) => toast.getBoundingClientRect());
  const covered = obstacles(region, toasts).flatMap(([element, harm]) => {
    const box = element.getBoundingClientRect();
    const isBeside = boxes.some(({ left, right }) => box.left < right && box.right > left);
    return isBeside ? [{ top: box.top, bottom: box.bottom, harm }] : [];
  });
  // Without the padding, which shows what is behind it.
  const above = Math.max(0, (boxes[0]?.top ?? place.top) - place.top);
  const below = Math.max(0, place.bottom - (boxes.at(-1)?.bottom ?? place.bottom));
  const harmAt = (start: number) =>
    covered
      .filter((box) => box.top < start + place.height - below && box.bottom > start + above)
      .reduce((sum, { harm }) => sum + harm, 0);
  const [best = place.top] = [
    place.top,
    place.top - moved,
    top,
    bottom - place.height,
    ...covered.flatMap((box) => [box.top - place.height + below, box.bottom - above]),
  ]
    .map((start) => Math.max(top, Math.min(start, bottom - place.height)))
    .sort((one, other) => harmAt(one) - harmAt(other));
  region.style.translate = `0 ${Math.round(best - place.top + moved)}px`;
}
