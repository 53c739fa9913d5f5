/*
 * What a visitor has typed and not sent. The head script makes one `Drafts` for the document, `window.drafts`: the inline
 * scripts and the page's scripts use the same one, so a text has the same home before and after hydration.
 */
export type DraftElement = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

export type Drafts = {
  /** What was typed in this document, else what is stored. */
  readonly read: (name: string) => string | null | undefined;
  /** What the tab's storage holds: null if nothing, undefined if it cannot tell, because it is full or blocked. */
  readonly stored: (name: string) => string | null | undefined;
  readonly keep: (name: string, text: string) => void;
  readonly forget: (name: string) => void;
  /** Forgets the texts of a form, after it is sent. */
  readonly forgetForm: (form: string) => void;
  /** Shows the drafts in the fields. `areRestored`: the browser may have filled them with older texts. */
  readonly show: (areRestored: boolean) => void;
  /** Keeps what the fields hold and no draft says: a program has filled them in without an event. */
  readonly keepShown: (root: ParentNode) => void;
  /** Other documents of this tab may have kept newer texts, or sent them: reads and shows what the tab's storage holds. */
  readonly readAgain: () => void;
};

declare global {
  var drafts: Drafts;
}

export type DraftSources = {
  /** What was typed in this document. */
  readonly typed: string | undefined;
  /** `Drafts.stored`. */
  readonly stored: string | null | undefined;
  /** The text that the field begins with: that of a refused answer, or the form's own. */
  readonly initial: string;
  /** Whether the browser may have restored an older text. */
  readonly isRestored: boolean;
};

/**
 * The text that a field shows: what was typed in this document; else what the tab's storage holds; else, where that
 * is empty, the field's initial text instead of a restored one, which was sent already. Undefined: what the field has.
 */
export function shownText({ typed, stored, initial, isRestored }: DraftSources): string | undefined {
  if (typed !== undefined) return typed;
  if (stored === null) return isRestored ? initial : undefined;
  return stored;
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

/** `storage` fails where it is blocked. */
export function createDrafts(storage: () => Storage): Drafts {
  const typed = new Map<string, string>();
  /** Whether the storage takes a draft. Full, it is read as if nothing had been typed. */
  let takesDrafts: boolean | undefined;

  const stored = (name: string): string | null | undefined => {
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
  };
  /** If the storage is full, it holds nothing: an older text must not replace a newer one. */
  const store = (name: string, text?: string): void => {
    try {
      storage().removeItem(keyPrefix + name);
      if (text !== undefined) storage().setItem(keyPrefix + name, text);
    } catch {
      // The text lasts as long as the document.
    }
  };

  const drafts: Drafts = {
    stored,
    read: (name) => typed.get(name) ?? stored(name),
    keep: (name, text) => {
      typed.set(name, text);
      store(name, text);
    },
    forget: (name) => {
      typed.delete(name);
      store(name);
    },
    forgetForm: (form) => {
      const names = [...typed.keys()];
      try {
        for (const key of Object.keys(storage()))
          if (key.startsWith(keyPrefix)) names.push(key.slice(keyPrefix.length));
      } catch {
        // The storage is blocked, so it holds nothing.
      }
      for (const name of names) if (name.startsWith(draftName(form, ''))) drafts.forget(name);
    },
    show: (isRestored) => {
      for (const field of draftFieldsIn(document)) {
        const name = draftNameOf(field);
        const initial = field.dataset.draft ?? '';
        const text = shownText({ typed: typed.get(name), stored: stored(name), initial, isRestored });
        if (text !== undefined && field.value !== text) field.value = text;
      }
    },
    keepShown: (root) => {
      for (const field of draftFieldsIn(root)) {
        const name = draftNameOf(field);
        if (field.value !== (drafts.read(name) ?? field.dataset.draft)) drafts.keep(name, field.value);
      }
    },
    readAgain: () => {
      typed.clear();
      drafts.show(true);
      drafts.keepShown(document);
    },
  };
  return drafts;
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
