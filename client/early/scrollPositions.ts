/** The prefix of an entry's key in session storage. */
const positionPrefix = 'scroll:';

/** Stores the scroll position of a history entry, in CSS pixels, for as long as the tab is open. */
export function keepPosition(entry: string, top: number): void {
  try {
    sessionStorage.setItem(positionPrefix + entry, String(top));
  } catch {
    // Storage is full or blocked: back shows the top of the page.
  }
}

/** Returns the stored scroll position of a history entry, in CSS pixels; undefined if there is none. */
export function keptPosition(entry: string): number | undefined {
  try {
    const kept = sessionStorage.getItem(positionPrefix + entry);
    return kept === null ? undefined : Number(kept);
  } catch {
    return undefined;
  }
}
