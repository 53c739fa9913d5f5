/**
 * What a visitor has typed and not yet sent, for as long as the tab lives. A text field names its draft by
 * `data-draft`, such as `order.name`; one listener keeps what is typed in any of them, and whatever builds the field
 * anew (hydration, a navigation, a reload, an error) finds it here.
 */
const drafts = new Map<string, string>();
const storagePrefix = 'draft:';

/** Keeps a text under a name, in place of what was kept there. */
export const keepDraft = (name: string, text: string): void => {
  drafts.set(name, text);
  try {
    sessionStorage.setItem(storagePrefix + name, text);
  } catch {
    // Storage is full or forbidden: the text lives as long as the document.
  }
};

/** What was last typed into the field of this name; undefined where nothing was, and on the server. */
export const draftOf = (name: string): string | undefined => {
  const kept = drafts.get(name);
  if (kept !== undefined) return kept;
  try {
    return sessionStorage.getItem(storagePrefix + name) ?? undefined;
  } catch {
    return undefined;
  }
};

/** What was typed has been sent: forgets the drafts whose names are meant. */
export const forgetDrafts = (isMeant: (name: string) => boolean): void => {
  for (const name of drafts.keys()) if (isMeant(name)) drafts.delete(name);
  try {
    for (const key of Object.keys(sessionStorage))
      if (key.startsWith(storagePrefix) && isMeant(key.slice(storagePrefix.length))) sessionStorage.removeItem(key);
  } catch {
    // Nothing was kept there either.
  }
};

const isDraftField = (target: EventTarget | null): target is HTMLInputElement | HTMLTextAreaElement =>
  (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement) && Boolean(target.dataset.draft);

const keep = ({ dataset, value }: HTMLInputElement | HTMLTextAreaElement): void => {
  if (dataset.draft) keepDraft(dataset.draft, value);
};

/**
 * Keeps what stands in the document's fields by now, and from now on what is typed. Called before React takes the
 * document over. `answered`: the document is the answer to a form, so its fields hold the visitor's latest words.
 */
export const watchDrafts = ({ answered }: { readonly answered: boolean }): void => {
  for (const field of document.querySelectorAll('[data-draft]'))
    if (isDraftField(field) && (answered || field.value !== field.defaultValue)) keep(field);
  document.addEventListener('input', ({ target }) => isDraftField(target) && keep(target), { capture: true });
};
