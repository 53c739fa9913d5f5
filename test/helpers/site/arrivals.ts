import { EventEmitter, once } from 'node:events';
import { hang } from '../hang.ts';

/** Items that arrive one by one, such as log lines or mails. */
export type Arrivals<Item> = {
  /** The items so far, in order. */
  readonly all: readonly Item[];
  readonly add: (item: Item) => void;
  /** Resolves with the first item, past or future, that fits. Rejects if none fits within `hang`, or if `fail` is called. */
  readonly waitFor: (fits: (item: Item) => boolean) => Promise<Item>;
  /** Rejects all pending and later waits, because no more items arrive. */
  readonly fail: (reason: string) => void;
};

/** `context`: returns a text that is added to the error message of a failed wait. */
export function newArrivals<Item>(context: () => string): Arrivals<Item> {
  const all: Item[] = [];
  const changes = new EventEmitter().setMaxListeners(0);
  let failure: string | undefined;
  return {
    all,
    add: (item) => {
      all.push(item);
      changes.emit('change');
    },
    waitFor: async (fits) => {
      const signal = AbortSignal.timeout(hang);
      for (;;) {
        const item = all.find(fits);
        if (item !== undefined) return item;
        const reason = signal.aborted ? `within ${hang} ms nothing came that fits ${fits}` : failure;
        if (reason !== undefined) throw new Error(`${reason}; ${context()}`);
        await once(changes, 'change', { signal }).catch(() => undefined);
      }
    },
    fail: (reason) => {
      failure = reason;
      changes.emit('change');
    },
  };
}
