type Place = { readonly element: HTMLElement; readonly selector: string; readonly index: number };

/** The focused element or, if React has removed it from the document, the last one. */
let place: Place | undefined;

/** Attributes that are the same on an element and on its successor, which React renders in its place. */
const stableAttributes = ['name', 'type', 'href', 'popovertarget'] as const;

function selectorOf(element: HTMLElement): string {
  const dialog = element.closest('dialog')?.id;
  return stableAttributes.reduce(
    (selector, name) => {
      const value = element.getAttribute(name);
      return value === null ? selector : `${selector}[${name}="${CSS.escape(value)}"]`;
    },
    (dialog ? `#${CSS.escape(dialog)} ` : '') + element.localName,
  );
}

function note(element: EventTarget | null): void {
  if (!(element instanceof HTMLElement) || element === document.body) return;
  const selector = selectorOf(element);
  place = { element, selector, index: [...document.querySelectorAll(selector)].indexOf(element) };
}

/** Tracks the focused element. Call this before hydration. */
export function watchFocus(): void {
  note(document.activeElement);
  document.addEventListener('focusin', ({ target }) => note(target));
  // A removed element loses the focus too. Its successor is in the document by the next task.
  document.addEventListener('focusout', () =>
    setTimeout(() => {
      if (document.activeElement === document.body) place = undefined;
    }),
  );
}

function isTextField(element: HTMLElement): element is HTMLInputElement | HTMLTextAreaElement {
  return element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement;
}

/** The place of the focused element, if React has removed it from the document. */
export function lostFocus(): Place | undefined {
  return place?.element.isConnected ? undefined : place;
}

/** If React has replaced the focused element, moves focus, caret and selection to its successor. */
export function restoreFocus(lost: Place | undefined): void {
  if (!lost) return;
  const { element, selector, index } = lost;
  const successor = document.querySelectorAll(selector)[index];
  if (!(successor instanceof HTMLElement)) return;
  // A new <details> is closed, even if the old one was open.
  const group = successor.closest('details');
  if (group) group.open = true;
  successor.focus({ preventScroll: true });
  if (!isTextField(element) || !isTextField(successor)) return;
  const { selectionStart, selectionEnd, selectionDirection } = element;
  // The selection of an email field cannot be read.
  if (selectionStart !== null) successor.setSelectionRange(selectionStart, selectionEnd, selectionDirection ?? 'none');
}
