/** The pauses before each further try, in milliseconds: what the captcha needs is asked for up to 2 more times. */
const pauses = [300, 1_000] as const;
/** Whoever is asked to wait longer than this, in milliseconds, is better told that it failed. */
const longestPause = 10_000;

/** A failure that says in how many milliseconds another try makes sense: `Infinity` for never. */
export class Refusal extends Error {
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

/** What `run` resolves with, which is tried again after a failure; rejects with the last failure, or when aborted. */
export async function withRetries<Result>(run: () => Promise<Result>, signal: AbortSignal): Promise<Result> {
  for (const least of pauses) {
    try {
      return await run();
    } catch (error) {
      const pause = Math.max(least, error instanceof Refusal ? error.retryAfter : 0);
      if (signal.aborted || pause > longestPause) throw error;
      await elapse(pause, signal);
      signal.throwIfAborted();
    }
  }
  return run();
}
