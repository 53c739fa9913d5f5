/**
 * Form text that is typed and not yet sent, in session storage: the browser keeps it for as long as the tab is open, and
 * restores it with a closed tab. Until hydration, the inline scripts use only this file; then `drafts.ts` uses it.
 */
export type DraftElement = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const keyPrefix = 'draft:';
/** The longest text that is typed, in UTF-16 code units, with some room. */
const longestDraft = 5000;

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

/** Whether the storage takes a draft. Full, it is read as if nothing had been typed. */
let takesDrafts: boolean | undefined;

/**
 * The stored draft of this name; null if there is none, undefined if the storage cannot tell: it is full or blocked, or
 * this is the server.
 */
export function storedDraft(name: string): string | null | undefined {
  try {
    const draft = sessionStorage.getItem(keyPrefix + name);
    if (draft !== null) return draft;
    if (takesDrafts === undefined) {
      takesDrafts = false;
      sessionStorage.setItem(keyPrefix, ' '.repeat(longestDraft));
      sessionStorage.removeItem(keyPrefix);
      takesDrafts = true;
    }
    return takesDrafts ? null : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Shows the drafts in the document's fields. They hold what the visitor typed last, in this document too, so they win
 * over texts that the browser restored. A restored text without a draft was sent already: its field gets its default.
 */
export function showDrafts(areRestored: boolean, defaultOf: (field: DraftElement) => string = defaultTextOf): void {
  for (const field of draftFieldsIn(document)) {
    const draft = storedDraft(draftNameOf(field));
    const text = draft === null && areRestored ? defaultOf(field) : draft;
    if (typeof text === 'string' && field.value !== text) field.value = text;
  }
}

/** Takes back what Chromium restores after the document has loaded, between these two events: the drafts are newer. */
export function refuseRestoredTexts(): void {
  const texts = new Map<DraftElement, string>();
  addEventListener('load', () => {
    for (const field of draftFieldsIn(document))
      if (storedDraft(draftNameOf(field)) !== undefined) texts.set(field, field.value);
  });
  addEventListener(
    'pageshow',
    () => {
      for (const [field, text] of texts) if (field.value !== text) field.value = text;
    },
    { once: true },
  );
}

/**
 * Passes on the name and the text of a draft at each input. Some autofill programs fire only `change`. A field that has
 * told of its text fires it again when it is left, perhaps because it was sent.
 */
export function onDraftInput(note: (name: string, text: string) => void): void {
  const told = new WeakMap<DraftElement, string>();
  for (const type of ['input', 'change'])
    document.addEventListener(
      type,
      ({ target }) => {
        if (!isDraftField(target) || (type === 'change' && told.get(target) === target.value)) return;
        told.set(target, target.value);
        note(draftNameOf(target), target.value);
      },
      true,
    );
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
