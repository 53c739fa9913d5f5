import { type DraftElement, draftFieldsIn, draftNameOf, isDraftField } from './drafts.ts';

/** The focused field. If React removes the field from the document, this variable keeps the field. */
let focusedField: DraftElement | undefined;

function rememberFocus(): void {
  const { activeElement } = document;
  focusedField = isDraftField(activeElement) ? activeElement : undefined;
}

/** Tracks the focused field of a form. Call this before hydration. */
export function watchFocus(): void {
  rememberFocus();
  document.addEventListener('focusin', rememberFocus);
  // Wait a task: `focusout` also fires when React replaces the field. In the next task, `restoreFocus` has focused the new field.
  document.addEventListener('focusout', () => setTimeout(rememberFocus));
}

/** The field that had the focus when React removed it from the document. Undefined if React has removed no such field. */
export function lostFocus(): DraftElement | undefined {
  return focusedField?.isConnected ? undefined : focusedField;
}

/** Moves focus, caret and selection from a removed field to the field that React has rendered in its place. */
export function restoreFocus(lost: DraftElement | undefined): void {
  if (!lost) return;
  const field = [...draftFieldsIn(document)].find((candidate) => draftNameOf(candidate) === draftNameOf(lost));
  field?.focus({ preventScroll: true });
  if (!field || field instanceof HTMLSelectElement || lost instanceof HTMLSelectElement) return;
  const { selectionStart, selectionEnd, selectionDirection } = lost;
  // For an email field, browsers do not tell the selection: `selectionStart` is null.
  if (selectionStart !== null) field.setSelectionRange(selectionStart, selectionEnd, selectionDirection ?? 'none');
}

/** Scrolls no more than needed to show the focused field with its label and message: beside a toast, or above a phone's keyboard. */
export function showFocusedField(): void {
  const { activeElement } = document;
  if (isDraftField(activeElement))
    (activeElement.closest('label')?.parentElement ?? activeElement).scrollIntoView({ block: 'nearest' });
}
