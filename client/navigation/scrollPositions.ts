/** Before the entry's key, in the session storage. */
export const positionPrefix = 'scroll:';

/** Remembers, in the visitor's tab, how far the page was scrolled when this entry of the history was left. */
export function keepPosition(entry: string, top: number): void {
  try {
    sessionStorage.setItem(positionPrefix + entry, String(top));
  } catch {
    // Storage is full or forbidden: back leads to the top.
  }
}

/** Undefined for an entry that was never left. */
export function keptPosition(entry: string): number | undefined {
  try {
    const kept = sessionStorage.getItem(positionPrefix + entry);
    return kept === null ? undefined : Number(kept);
  } catch {
    return undefined;
  }
}
