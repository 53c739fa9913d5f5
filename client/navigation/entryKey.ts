function isKeyed(state: unknown): state is { readonly key: string } {
  return typeof state === 'object' && state !== null && 'key' in state;
}

function newKey(): string {
  return Math.random().toString(36).slice(2, 10);
}

/**
 * Returns the key of the current history entry, which React Router stores in `history.state`. A document's first entry
 * and those made by fragment links have no key; they get one here.
 */
export function entryKey(): string {
  const state: unknown = history.state;
  if (isKeyed(state)) return state.key;
  const key = newKey();
  history.replaceState({ ...(state as object | null), key }, '');
  return key;
}
