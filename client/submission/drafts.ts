/**
 * Form text that is typed and not yet sent, kept for as long as the tab is open. A text field names its draft in
 * `data-draft`, such as `order.name`, and one listener stores the input of all these fields. A field that mounts again
 * (after hydration, a navigation, a reload or an error) starts with its draft.
 */
const drafts = new Map<string, string>();
/** The prefix of a draft's key in `sessionStorage`. */
const draftKeyPrefix = 'draft:';

/** Stores a draft and replaces an earlier one of the same name. */
export function keepDraft(name: string, text: string): void {
  drafts.set(name, text);
  try {
    sessionStorage.setItem(draftKeyPrefix + name, text);
  } catch {
    // The storage is full or blocked: the draft lasts as long as the document.
  }
}

/** The draft of this name; undefined if there is none, and on the server. */
export function draftOf(name: string): string | undefined {
  const kept = drafts.get(name);
  if (kept !== undefined) return kept;
  try {
    return sessionStorage.getItem(draftKeyPrefix + name) ?? undefined;
  } catch {
    return undefined;
  }
}

/** A copy of all drafts, by name. */
export function currentDrafts(): ReadonlyMap<string, string> {
  const current = new Map<string, string>();
  try {
    for (const [key, text] of Object.entries<string>(sessionStorage))
      if (key.startsWith(draftKeyPrefix)) current.set(key.slice(draftKeyPrefix.length), text);
  } catch {
    // The storage is blocked, so it holds no drafts.
  }
  for (const [name, text] of drafts) current.set(name, text);
  return current;
}

/** Deletes the drafts with matching names, after they are sent. */
export function forgetDrafts(matches: (name: string) => boolean): void {
  for (const name of drafts.keys()) if (matches(name)) drafts.delete(name);
  try {
    for (const key of Object.keys(sessionStorage))
      if (key.startsWith(draftKeyPrefix) && matches(key.slice(draftKeyPrefix.length))) sessionStorage.removeItem(key);
  } catch {
    // The storage is blocked, so it holds no drafts.
  }
}

function isDraftField(target: EventTarget | null): target is HTMLInputElement | HTMLTextAreaElement {
  return (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement) && Boolean(target.dataset.draft);
}

function keep({ dataset, value }: HTMLInputElement | HTMLTextAreaElement): void {
  if (dataset.draft) keepDraft(dataset.draft, value);
}

/** Synchronises fields and drafts. A draft is newer than the value that the browser restores on Back. */
function synchronise(): void {
  for (const field of document.querySelectorAll('[data-draft]')) {
    if (!isDraftField(field)) continue;
    const draft = draftOf(field.dataset.draft ?? '');
    if (draft === undefined && field.value !== field.defaultValue) keep(field);
    else if (draft !== undefined && field.value !== draft) field.value = draft;
  }
}

/**
 * Stores the current values of the document's fields, then all further input. Called just before hydration; until then
 * the start script stores the input. `answered`: the document is the response to a form post, so its fields hold the
 * latest texts.
 */
export function watchDrafts({ answered }: { readonly answered: boolean }): void {
  if (answered) for (const field of document.querySelectorAll('[data-draft]')) if (isDraftField(field)) keep(field);
  synchronise();
  // Some autofill programs fire only `change`.
  for (const type of ['input', 'change'])
    document.addEventListener(type, ({ target }) => isDraftField(target) && keep(target), { capture: true });
  addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return;
    // Other documents of this tab may have stored newer drafts.
    drafts.clear();
    synchronise();
  });
}
