/** Milliseconds before a script that failed to load is retried. */
const firstPause = 5000;

/** The longest pause, in milliseconds: after an upgrade the script may be gone for good. */
const longestPause = 60_000;

/**
 * Repeats a load until it succeeds, each time after a longer pause. A load can fail on a bad connection, or because the
 * visitor submits a form.
 */
export function untilLoaded<Part>(load: () => Promise<Part>, pause = firstPause): Promise<Part> {
  return load().catch(async () => {
    await new Promise((resolve) => setTimeout(resolve, pause));
    return untilLoaded(load, Math.min(2 * pause, longestPause));
  });
}
