import { EventEmitter, once } from 'node:events';
import { hang } from '../hang.ts';

/** Items that arrive one by one, such as log lines or mails. */
export type Arrivals<Item> = ReturnType<typeof newArrivals<Item>>;

/** `context`: returns a text that is added to the error message of a failed wait. */
export function newArrivals<Item>(context: () => string) {
  const all: Item[] = [];
  const changes = new EventEmitter().setMaxListeners(0);
  let failure: string | undefined;
  return {
    /** The items so far, in order. */
    all: all as readonly Item[],
    add: (item: Item): void => {
      all.push(item);
      changes.emit('change');
    },
    /** Resolves with the first item, past or future, that fits. Rejects if none fits within `hang`, or if `fail` is called. */
    waitFor: async (fits: (item: Item) => boolean): Promise<Item> => {
      const signal = AbortSignal.timeout(hang);
      for (;;) {
        const item = all.find(fits);
        if (item !== undefined) return item;
        const reason = signal.aborted ? `within ${hang} ms nothing came that fits ${fits}` : failure;
        if (reason !== undefined) throw new Error(`${reason}; ${context()}`);
        await once(changes, 'change', { signal }).catch(() => undefined);
      }
    },
    /** Rejects all pending and later waits, because no more items arrive. */
    fail: (reason: string): void => {
      failure = reason;
      changes.emit('change');
    },
  };
}
