/**
 * Form text that is typed and not yet sent, in session storage: the browser keeps it for as long as the tab is open, and
 * restores it with a closed tab. The start script uses only this file; after hydration, `drafts.ts` uses it.
 */
export type DraftElement = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const keyPrefix = 'draft:';

/** The name of a draft. `form`: `contact`, or the plan's id; a form has it in `data-drafts`. */
export function draftName(form: string, field: string): string {
  return `${form}.${field}`;
}

/** The name of a field's draft. */
export function draftNameOf({ form, name }: DraftElement): string {
  return draftName(form?.dataset.drafts ?? '', name);
}

/** The text that a field begins with. */
export function defaultTextOf(field: DraftElement): string {
  if ('defaultValue' in field) return field.defaultValue;
  return Array.from(field.options).find(({ defaultSelected }) => defaultSelected)?.value ?? '';
}

/** Whether a field has a draft: it has the attribute `data-draft`. */
export function isDraftField(target: EventTarget | null): target is DraftElement {
  return (target as HTMLElement | null)?.dataset?.draft !== undefined;
}

export function draftFieldsIn(root: ParentNode): NodeListOf<DraftElement> {
  return root.querySelectorAll('[data-draft]');
}

/** Stores a draft, or removes it. If the storage is full, there is none: an older text must not replace a newer one. */
export function storeDraft(name: string, text?: string): void {
  try {
    sessionStorage.removeItem(keyPrefix + name);
    if (text !== undefined) sessionStorage.setItem(keyPrefix + name, text);
  } catch {
    // The storage is full or blocked: the text lasts as long as the document.
  }
}

/** The stored draft of this name; null if there is none, undefined if the storage is blocked, and on the server. */
export function storedDraft(name: string): string | null | undefined {
  try {
    return sessionStorage.getItem(keyPrefix + name);
  } catch {
    return undefined;
  }
}

/** Removes the drafts of a form. */
export function removeStoredDrafts(form: string): void {
  try {
    for (const key of Object.keys(sessionStorage))
      if (key.startsWith(keyPrefix + draftName(form, ''))) sessionStorage.removeItem(key);
  } catch {
    // The storage is blocked, so it holds no drafts.
  }
}
