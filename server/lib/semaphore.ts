/** Runs at most some tasks at once. Those that wait begin in order, `urgent` ones before the others. */
export type Semaphore = <Result>(task: () => Promise<Result>, urgent?: boolean) => Promise<Result>;

export function createSemaphore(permits: number): Semaphore {
  const waiting: { readonly urgent: (() => void)[]; readonly others: (() => void)[] } = { urgent: [], others: [] };
  let running = 0;
  return async (task, urgent = false) => {
    if (running < permits) running += 1;
    else await new Promise<void>((resolve) => (urgent ? waiting.urgent : waiting.others).push(resolve));
    try {
      return await task();
    } finally {
      const next = waiting.urgent.shift() ?? waiting.others.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
