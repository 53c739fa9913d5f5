import { storageOf, storeIn } from './storage.ts';

const positionPrefix = 'scroll:';

/** Stores the scroll position of a history entry, in CSS pixels, for as long as the tab is open. */
export function storePosition(entry: string, top: number): void {
  storeIn('sessionStorage', positionPrefix + entry, String(top));
}

/** The stored scroll position of a history entry, in CSS pixels; undefined if no position is stored. */
export function storedPosition(entry: string): number | undefined {
  const kept = storageOf('sessionStorage')?.getItem(positionPrefix + entry);
  return kept ? Number(kept) : undefined;
}
