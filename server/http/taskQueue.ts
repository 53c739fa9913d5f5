const maxQueued = 1000;

/**
 * Adds a task to the queue; false: the queue is full. The queue calls `isWanted` before it runs a task, and skips one
 * that is no longer wanted.
 */
export type Enqueue = (task: () => void, isWanted: () => boolean) => boolean;

/** A FIFO queue that runs one task in each iteration of the event loop, so that I/O goes on in between. */
export function createTaskQueue(): Enqueue {
  const queue: (readonly [task: () => void, isWanted: () => boolean])[] = [];
  let isRunning = false;

  const runNext = (): void => {
    let next = queue.shift();
    while (next && !next[1]()) next = queue.shift();
    isRunning = next !== undefined;
    if (!next) return;
    // Scheduled first: the queue goes on even if the task throws.
    setImmediate(runNext);
    next[0]();
  };

  return (task, isWanted) => {
    if (queue.length >= maxQueued) return false;
    queue.push([task, isWanted]);
    if (!isRunning) runNext();
    return true;
  };
}
