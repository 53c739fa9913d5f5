/** One of the browser's storages. Undefined if the visitor has blocked storage. */
export function storageOf(name: 'localStorage' | 'sessionStorage'): Storage | undefined {
  try {
    return window[name];
  } catch {
    return undefined;
  }
}

/** Stores a text. Returns false if the storage is blocked or full. */
export function storeIn(name: 'localStorage' | 'sessionStorage', key: string, text: string): boolean {
  try {
    window[name].setItem(key, text);
    return true;
  } catch {
    return false;
  }
}
