const storageKey = (entry: string): string => `scroll:${entry}`;

/** Remembers how far the page was scrolled when this entry of the history was left. */
export const keepPosition = (entry: string): void => {
  try {
    sessionStorage.setItem(storageKey(entry), String(scrollY));
  } catch {
    // Storage is full or forbidden: back leads to the top.
  }
};

export const keptPosition = (entry: string): number => {
  try {
    return Number(sessionStorage.getItem(storageKey(entry)) ?? 0);
  } catch {
    return 0;
  }
};
