type Place = { readonly element: HTMLElement; readonly selector: string; readonly index: number };

/** Where the focus is, or was when React took its element out of the document. */
let place: Place | undefined;

/** Attributes that are the same on the element that React puts in another's place. */
const lasting = ['data-draft', 'name', 'type', 'href', 'popovertarget'] as const;

function selectorOf(element: HTMLElement): string {
  return lasting.reduce((selector, name) => {
    const value = element.getAttribute(name);
    return value === null ? selector : `${selector}[${name}="${CSS.escape(value)}"]`;
  }, element.localName);
}

function note(element: EventTarget | null): void {
  if (!(element instanceof HTMLElement) || element === document.body) return;
  const selector = selectorOf(element);
  place = { element, selector, index: [...document.querySelectorAll(selector)].indexOf(element) };
}

/** Follows the focus from before React takes the document over. */
export function watchFocus(): void {
  note(document.activeElement);
  document.addEventListener('focusin', ({ target }) => note(target));
  // An element that is taken out loses the focus too; what takes its place is there by the next task.
  document.addEventListener('focusout', () =>
    setTimeout(() => {
      if (document.activeElement === document.body) place = undefined;
    }),
  );
}

/** Whether the focus has left one element and not yet reached the next; browsers fire `change` just then. */
export function isFocusMoving(): boolean {
  return document.activeElement === document.body && Boolean(place?.element.isConnected);
}

function isTextField(element: HTMLElement): element is HTMLInputElement | HTMLTextAreaElement {
  return element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement;
}

/** Where React has built the page anew, the element in the old one's place gets its focus, caret and selection. */
export function restoreFocus(): void {
  if (!place || place.element.isConnected) return;
  const { element, selector, index } = place;
  const successor = document.querySelectorAll(selector)[index];
  if (!(successor instanceof HTMLElement)) return;
  // A group that was open in the old page is closed in the new one.
  const group = successor.closest('details');
  if (group) group.open = true;
  successor.focus({ preventScroll: true });
  if (!isTextField(element) || !isTextField(successor)) return;
  const { selectionStart, selectionEnd, selectionDirection } = element;
  // Fields for mail addresses have no selection to be read.
  if (selectionStart !== null) successor.setSelectionRange(selectionStart, selectionEnd, selectionDirection ?? 'none');
}
