/** Milliseconds before a script that failed to load is retried. */
export const retryDelay = 5000;

/** Repeats a load until it succeeds: it can fail on a bad connection, or be stopped by a form's submission. */
export function untilLoaded<Part>(load: () => Promise<Part>): Promise<Part> {
  return load().catch(() => new Promise((resolve) => setTimeout(resolve, retryDelay)).then(() => untilLoaded(load)));
}
