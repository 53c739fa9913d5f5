/**
 * What a visitor has typed and not yet sent, for as long as the tab lives. A text field names its draft by
 * `data-draft`, such as `order.name`; one listener keeps what is typed in any of them, and whatever builds the field
 * anew (hydration, a navigation, a reload, an error) finds it here.
 */
const drafts = new Map<string, string>();
/** Before a draft's name, in the session storage. */
export const draftKeyPrefix = 'draft:';

/** Keeps a text under a name, in place of what was kept there. */
export function keepDraft(name: string, text: string): void {
  drafts.set(name, text);
  try {
    sessionStorage.setItem(draftKeyPrefix + name, text);
  } catch {
    // Storage is full or forbidden: the text lives as long as the document.
  }
}

/** What was last typed into the field of this name; undefined where nothing was, and on the server. */
export function draftOf(name: string): string | undefined {
  const kept = drafts.get(name);
  if (kept !== undefined) return kept;
  try {
    return sessionStorage.getItem(draftKeyPrefix + name) ?? undefined;
  } catch {
    return undefined;
  }
}

/** All drafts by their names, as they are now. */
export function currentDrafts(): ReadonlyMap<string, string> {
  const current = new Map<string, string>();
  try {
    for (const [key, text] of Object.entries<string>(sessionStorage))
      if (key.startsWith(draftKeyPrefix)) current.set(key.slice(draftKeyPrefix.length), text);
  } catch {
    // None are kept there.
  }
  for (const [name, text] of drafts) current.set(name, text);
  return current;
}

/** What was typed has been sent: forgets the drafts whose names are meant. */
export function forgetDrafts(isMeant: (name: string) => boolean): void {
  for (const name of drafts.keys()) if (isMeant(name)) drafts.delete(name);
  try {
    for (const key of Object.keys(sessionStorage))
      if (key.startsWith(draftKeyPrefix) && isMeant(key.slice(draftKeyPrefix.length))) sessionStorage.removeItem(key);
  } catch {
    // Nothing was kept there either.
  }
}

function isDraftField(target: EventTarget | null): target is HTMLInputElement | HTMLTextAreaElement {
  return (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement) && Boolean(target.dataset.draft);
}

function keep({ dataset, value }: HTMLInputElement | HTMLTextAreaElement): void {
  if (dataset.draft) keepDraft(dataset.draft, value);
}

/** Brings fields and drafts together. A draft is newer than what the browser restores when the visitor goes back. */
function settle(): void {
  for (const field of document.querySelectorAll('[data-draft]')) {
    if (!isDraftField(field)) continue;
    const draft = draftOf(field.dataset.draft ?? '');
    if (draft === undefined && field.value !== field.defaultValue) keep(field);
    else if (draft !== undefined && field.value !== draft) field.value = draft;
  }
}

/**
 * Keeps what stands in the document's fields by now, and from now on what is typed. Called just before React takes the
 * document over; until then the start script keeps what is typed. `answered`: the document is the answer to a form, so
 * its fields hold the visitor's latest words.
 */
export function watchDrafts({ answered }: { readonly answered: boolean }): void {
  if (answered) for (const field of document.querySelectorAll('[data-draft]')) if (isDraftField(field)) keep(field);
  settle();
  // Some programs that fill in forms fire `change` alone.
  for (const type of ['input', 'change'])
    document.addEventListener(type, ({ target }) => isDraftField(target) && keep(target), { capture: true });
  addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return;
    // What was typed in other documents since is in the storage.
    drafts.clear();
    settle();
  });
}
