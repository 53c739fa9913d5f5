/*
 * What a visitor has typed and not sent. The head script makes one `Drafts` for the document, `window.drafts`: the inline
 * scripts and the page's scripts use the same one, so a text has the same home before and after hydration.
 */
export type DraftElement = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

declare global {
  var drafts: Drafts;
}

/**
 * The text that a field shows: what was typed in this document; else what the tab's storage holds (null: nothing; undefined:
 * it cannot tell); else, instead of a text that the browser restored and that was sent already, the field's initial
 * text: that of a refused answer, or the form's own. Undefined: what the field has.
 */
export function shownText(
  typed: string | undefined,
  stored: string | null | undefined,
  initial: string,
  isRestored: boolean,
): string | undefined {
  if (typed !== undefined) return typed;
  return stored === null && isRestored ? initial : (stored ?? undefined);
}

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

/** Whether a field has a draft: it has the attribute `data-draft`, whose value is its initial text. */
export function isDraftField(target: EventTarget | null): target is DraftElement {
  return (target as HTMLElement | null)?.dataset?.draft !== undefined;
}

export function draftFieldsIn(root: ParentNode): NodeListOf<DraftElement> {
  return root.querySelectorAll('[data-draft]');
}

export type Drafts = ReturnType<typeof createDrafts>;

/** `storage` throws where it is blocked. */
export function createDrafts(storage: () => Storage) {
  const typed = new Map<string, string>();
  /** Whether the storage takes a draft. Full, it is read as if nothing had been typed. */
  let takesDrafts: boolean | undefined;

  /** What the tab's storage holds: null if nothing, undefined if it cannot tell, because it is full or blocked. */
  function stored(name: string): string | null | undefined {
    try {
      const draft = storage().getItem(keyPrefix + name);
      if (draft !== null) return draft;
      if (takesDrafts === undefined) {
        takesDrafts = false;
        storage().setItem(keyPrefix, ' '.repeat(longestDraft));
        storage().removeItem(keyPrefix);
        takesDrafts = true;
      }
      return takesDrafts ? null : undefined;
    } catch {
      return undefined;
    }
  }

  /** What was typed in this document, else what is stored. */
  function read(name: string): string | null | undefined {
    return typed.get(name) ?? stored(name);
  }

  function keep(name: string, text: string): void {
    forget(name);
    typed.set(name, text);
    try {
      storage().setItem(keyPrefix + name, text);
    } catch {
      // The text lasts as long as the document. An older one is gone from the storage.
    }
  }

  function forget(name: string): void {
    typed.delete(name);
    try {
      storage().removeItem(keyPrefix + name);
    } catch {
      // It is blocked, so it holds nothing.
    }
  }

  /** Forgets the texts of a form, after it is sent. */
  function forgetForm(form: string): void {
    for (const name of typed.keys()) if (name.startsWith(draftName(form, ''))) typed.delete(name);
    try {
      for (const key of Object.keys(storage()))
        if (key.startsWith(keyPrefix + draftName(form, ''))) storage().removeItem(key);
    } catch {
      // It is blocked, so it holds nothing.
    }
  }

  /** Shows the drafts in the fields. `isRestored`: the browser may have filled them with older texts. */
  function show(isRestored: boolean): void {
    for (const field of draftFieldsIn(document)) {
      const name = draftNameOf(field);
      const text = shownText(typed.get(name), stored(name), field.dataset.draft ?? '', isRestored);
      if (text !== undefined && field.value !== text) field.value = text;
    }
  }

  /** Keeps what the fields hold and no draft says: a program has filled them in without an event. */
  function keepShown(root: ParentNode): void {
    for (const field of draftFieldsIn(root)) {
      const name = draftNameOf(field);
      if (field.value !== (read(name) ?? field.dataset.draft)) keep(name, field.value);
    }
  }

  /** Other documents of this tab may have kept newer texts, or sent them: shows what the tab's storage holds. */
  function readAgain(): void {
    typed.clear();
    show(true);
    keepShown(document);
  }

  return { stored, read, keep, forget, forgetForm, show, keepShown, readAgain };
}

/**
 * Keeps what is typed. Some autofill programs fire only `change`. A field that has told of its text fires it again when it
 * is left, perhaps because it was sent.
 */
export function keepInput({ keep }: Drafts): void {
  const told = new WeakMap<DraftElement, string>();
  for (const type of ['input', 'change'])
    document.addEventListener(
      type,
      ({ target }) => {
        if (!isDraftField(target) || (type === 'change' && told.get(target) === target.value)) return;
        told.set(target, target.value);
        keep(draftNameOf(target), target.value);
      },
      true,
    );
}
