const maxQueued = 1000;

type Task = readonly [run: () => void, isWanted: () => boolean];

/**
 * A FIFO queue that runs one task in each iteration of the event loop, so that I/O goes on in between. The returned function adds a
 * task; false: the queue is full. A task that is no longer wanted when its turn comes is skipped.
 */
export function createTaskQueue() {
  const queue: Task[] = [];
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

  return (...task: Task): boolean => {
    if (queue.length >= maxQueued) return false;
    queue.push(task);
    if (!isRunning) runNext();
    return true;
  };
}
