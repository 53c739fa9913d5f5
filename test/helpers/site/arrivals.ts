import { hang } from '../hang.ts';

/** Items that arrive one by one, such as log lines or mails. */
export type Arrivals<Item> = {
  /** The items so far, in order. */
  readonly all: readonly Item[];
  readonly add: (item: Item) => void;
  /** Resolves with the first item, past or future, that fits. Rejects if nothing comes, or if `fail` is called. */
  readonly waitFor: (fits: (item: Item) => boolean) => Promise<Item>;
  /** Rejects all pending waits: no more items arrive. */
  readonly fail: (reason: string) => void;
};

/** `context` returns the end of a failure's message. */
export function newArrivals<Item>(context: () => string): Arrivals<Item> {
  const all: Item[] = [];
  const waiting = new Set<() => void>();
  let failure: string | undefined;
  const look = () => {
    for (const check of waiting) check();
  };
  return {
    all,
    add: (item) => {
      all.push(item);
      look();
    },
    waitFor: (fits) =>
      new Promise((resolve, reject) => {
        const settle = (end: () => void) => {
          clearTimeout(timer);
          waiting.delete(check);
          end();
        };
        const fail = (reason: string) => settle(() => reject(new Error(`${reason}; ${context()}`)));
        const check = () => {
          const item = all.find(fits);
          if (item !== undefined) settle(() => resolve(item));
          else if (failure !== undefined) fail(failure);
        };
        const timer = setTimeout(() => fail(`nothing that fits within ${hang} ms`), hang);
        waiting.add(check);
        check();
      }),
    fail: (reason) => {
      failure = reason;
      look();
    },
  };
}
