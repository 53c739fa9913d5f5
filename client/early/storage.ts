/** One of the browser's storages, whose entries are its properties. Undefined if the visitor has blocked storage. */
export function storageOf(name: 'localStorage' | 'sessionStorage'): { [key: string]: string } | undefined {
  try {
    return window[name];
  } catch {
    return undefined;
  }
}

/** Stores a text, unless the storage is blocked or full. */
export function storeIn(name: 'localStorage' | 'sessionStorage', key: string, text: string): void {
  try {
    window[name].setItem(key, text);
  } catch {}
}

const positionPrefix = 'scroll:';

/** Stores the scroll position of a history entry, in CSS pixels, for as long as the tab is open. */
export function storePosition(entry: string, top: number): void {
  storeIn('sessionStorage', positionPrefix + entry, String(top));
}

/** The stored scroll position of a history entry, in CSS pixels; undefined if no position is stored. */
export function storedPosition(entry: string): number | undefined {
  const kept = storageOf('sessionStorage')?.[positionPrefix + entry];
  return kept ? Number(kept) : undefined;
}
