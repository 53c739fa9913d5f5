/** What was typed, until it is sent or the tab is closed. */
export type Draft = { readonly [field: string]: string };

const storageKey = 'contact-draft';

export const readDraft = (): Draft => {
  try {
    return JSON.parse(sessionStorage.getItem(storageKey) ?? '{}') as Draft;
  } catch {
    return {};
  }
};

export const keepDraft = (draft: Draft): void => {
  try {
    sessionStorage.setItem(storageKey, JSON.stringify(draft));
  } catch {
    // Storage is full or forbidden: the text lives as long as the page.
  }
};

export const forgetDraft = (): void => {
  try {
    sessionStorage.removeItem(storageKey);
  } catch {
    // Nothing was kept either.
  }
};
