/** The pause before each retry, in milliseconds. */
const pauses = [300, 1_000] as const;

/** Calls `run`, with retries after failures. Rejects with the last error. */
export async function withRetries<Result>(run: () => Promise<Result>): Promise<Result> {
  for (const pause of pauses) {
    try {
      return await run();
    } catch {
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
  return run();
}
