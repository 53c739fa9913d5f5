import type { Store } from '../store.ts';

/**
 * The store of the one process that stores submissions, each after a check. Until the last count is used up, no flood can
 * begin, and nothing is counted: a count reads the submissions of ten minutes.
 */
export function withFloodMemory(store: Store): Store {
  let room = 0;
  return {
    ...store,
    checkFlood: async (bounds) => {
      room -= 1;
      if (room > 0) return { isActive: false, hasChanged: false, amount: bounds.begin - room };
      const flood = await store.checkFlood(bounds);
      room = flood.isActive ? 0 : bounds.begin - flood.amount;
      return flood;
    },
  };
}
