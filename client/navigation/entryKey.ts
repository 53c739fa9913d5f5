function isKeyed(state: unknown): state is { readonly key: string } {
  return typeof state === 'object' && state !== null && 'key' in state;
}

export function newKey(): string {
  return Math.random().toString(36).slice(2, 10);
}

/**
 * The key of the history's current entry, where React Router keeps it. A document's first entry has none, nor have
 * those that links within a page make: they are given one.
 */
export function entryKey(): string {
  const state: unknown = history.state;
  if (isKeyed(state)) return state.key;
  const key = newKey();
  history.replaceState({ ...(state as object | null), key }, '');
  return key;
}
