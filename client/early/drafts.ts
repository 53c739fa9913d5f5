/* What a visitor has typed and not sent. All scripts use the same `window.drafts`, before and after hydration. */
import { storageOf } from './storage.ts';

export type DraftElement = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

declare global {
  var drafts: ReturnType<typeof createDrafts>;
}

const keyPrefix = 'draft:';

/** The name of a draft. `form` is `contact` or the plan's id, as in the form's attribute `data-drafts`. */
export function draftName(form: string, field: string): string {
  return `${form}.${field}`;
}

export function draftNameOf({ form, name }: DraftElement): string {
  return draftName(form?.dataset.drafts ?? '', name);
}

/** Whether the text of a field is kept as a draft. Such a field has the attribute `data-draft`, which holds the initial text. */
export function isDraftField(target: EventTarget | null): target is DraftElement {
  return (target as HTMLElement | null)?.dataset?.draft !== undefined;
}

export function draftFieldsIn(root: ParentNode): NodeListOf<DraftElement> {
  return root.querySelectorAll('[data-draft]');
}

export type Texts = { readonly [field: string]: string };

/** The texts of the fields with drafts. Leaves out other fields, such as a captcha's, in which the visitor does not type. */
export function typedIn(form: HTMLFormElement): Texts {
  return Object.fromEntries(Array.from(draftFieldsIn(form), ({ name, value }) => [name, value]));
}

/** Drafts are kept in the tab's storage. If that storage is blocked or full, drafts last only as long as the document. */
export function createDrafts() {
  let kept = storageOf('sessionStorage') ?? {};

  function read(name: string): string | undefined {
    return kept[keyPrefix + name];
  }

  function keep(name: string, text: string): void {
    try {
      kept[keyPrefix + name] = text;
    } catch {
      kept = { ...kept, [keyPrefix + name]: text };
    }
  }

  function forget(name: string): void {
    delete kept[keyPrefix + name];
  }

  /** Forgets the texts of a form. Call this when the form's submission is stored. */
  function forgetForm(form: string): void {
    for (const key of Object.keys(kept)) if (key.startsWith(keyPrefix + draftName(form, ''))) delete kept[key];
  }

  /** Writes the drafts into the fields. If `isRestored`, resets fields without a draft: they may show sent texts. */
  function show(isRestored: boolean): void {
    for (const field of draftFieldsIn(document)) {
      const text = read(draftNameOf(field)) ?? (isRestored ? field.dataset.draft : undefined);
      if (text !== undefined && field.value !== text) field.value = text;
    }
  }

  /** Keeps the fields' texts as drafts, even if no event has reported them: some autofill programs fire no event. */
  function keepShown(root: ParentNode): void {
    for (const field of draftFieldsIn(root)) {
      const name = draftNameOf(field);
      if (field.value !== (read(name) ?? field.dataset.draft)) keep(name, field.value);
    }
  }

  return { read, keep, forget, forgetForm, show, keepShown };
}

/** Keeps the text or choice of a field when the visitor changes the field. A field that is being sent may report its text late. */
export function keepInput({ target }: Event): void {
  if (isDraftField(target) && !target.matches('[readonly]')) drafts.keep(draftNameOf(target), target.value);
}
