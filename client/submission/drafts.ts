import {
  type DraftElement,
  defaultTextOf,
  draftFieldsIn,
  draftName,
  draftNameOf,
  isDraftField,
  removeStoredDrafts,
  storeDraft,
  storedDraft,
} from './draftStorage.ts';
import { isRestored } from './plainPost.ts';

/**
 * The drafts of this document, also if the storage is full or blocked. One listener keeps the input of all fields with a
 * draft. A field that mounts again (after hydration, a navigation, a reload or an error) starts with its draft.
 */
const drafts = new Map<string, string>();

/** The default values from the server, which hydration replaces by drafts. */
const serverDefaults = new WeakMap<DraftElement, string>();

/** Keeps a draft and replaces an earlier one of the same name. */
export function keepDraft(name: string, text: string): void {
  drafts.set(name, text);
  storeDraft(name, text);
}

/** The draft of this name; null or undefined if there is none (`storedDraft`). */
export function draftOf(name: string): string | null | undefined {
  return drafts.get(name) ?? storedDraft(name);
}

/** Deletes the draft of this name. */
export function forgetDraft(name: string): void {
  drafts.delete(name);
  storeDraft(name);
}

/** Deletes a form's drafts, after the form is sent. */
export function forgetDrafts(form: string): void {
  for (const name of drafts.keys()) if (name.startsWith(draftName(form, ''))) drafts.delete(name);
  removeStoredDrafts(form);
}

/**
 * Shows the drafts in the document's fields, and keeps the texts of fields without a draft. A draft wins over a text that
 * the browser restored. A restored text without a draft was sent already: its field gets its default again.
 */
function synchronise(areRestored: boolean): void {
  for (const field of draftFieldsIn(document)) {
    const { value } = field;
    const defaultValue = serverDefaults.get(field) ?? defaultTextOf(field);
    const draft = draftOf(draftNameOf(field));
    const shown = draft === null && areRestored ? defaultValue : draft;
    if (typeof shown !== 'string') {
      if (value !== defaultValue) keepDraft(draftNameOf(field), value);
    } else if (value !== shown) field.value = shown;
  }
}

/** Synchronises the document's fields, then keeps all further input. Until hydration, the start script stores it. */
export function watchDrafts(): void {
  for (const field of draftFieldsIn(document)) serverDefaults.set(field, defaultTextOf(field));
  synchronise(isRestored());
  // Some autofill programs fire only `change`.
  for (const type of ['input', 'change'])
    document.addEventListener(
      type,
      ({ target }) => isDraftField(target) && keepDraft(draftNameOf(target), target.value),
      { capture: true },
    );
  addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return;
    // Other documents of this tab may have stored newer drafts, or sent them.
    drafts.clear();
    synchronise(true);
  });
}
