/** The pause before each retry, in milliseconds. */
const pauses = [300, 1_000] as const;
/** In milliseconds. If the server asks for a longer pause, the visitor sees the failure instead. */
const longestPause = 10_000;

/** An error that says how many milliseconds to wait before a retry; `Infinity` forbids retries. */
export class RetryLater extends Error {
  readonly retryAfter: number;

  constructor(message: string, retryAfter: number) {
    super(message);
    this.retryAfter = retryAfter;
  }
}

function elapse(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
}

/** Calls `run`, with retries after failures. Rejects with the last error, or if `signal` is aborted. */
export async function withRetries<Result>(run: () => Promise<Result>, signal: AbortSignal): Promise<Result> {
  for (const least of pauses) {
    try {
      return await run();
    } catch (error) {
      const pause = Math.max(least, error instanceof RetryLater ? error.retryAfter : 0);
      if (signal.aborted || pause > longestPause) throw error;
      await elapse(pause, signal);
      signal.throwIfAborted();
    }
  }
  return run();
}
