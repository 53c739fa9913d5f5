/** The pauses before the second and the third try, in milliseconds. */
const shortPauses = [300, 1_000];

/** Calls `run` at once, and then after each pause (in milliseconds) until a call succeeds. Rejects with the last call's error. */
export async function withRetries<Result>(
  run: () => Promise<Result>,
  pauses: Iterable<number> = shortPauses,
): Promise<Result> {
  for (const pause of pauses) {
    try {
      return await run();
    } catch {
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
  return run();
}

/** Endless pauses, which grow from 5 seconds to a minute: after an upgrade, a script may be gone for good, so ask less often. */
function* growingPauses() {
  for (let pause = 5_000; ; pause = Math.min(2 * pause, 60_000)) yield pause;
}

/** Repeats a load until it succeeds. A load can fail on a bad connection, or because a plain post stops all loading. */
export function untilLoaded<Part>(load: () => Promise<Part>): Promise<Part> {
  return withRetries(load, growingPauses());
}

/** A part of the app that loads on demand, and can be read synchronously after that. */
export type LazyWithPreload<Part> = {
  /** Resolves when the part has loaded. Tries once while offline, else twice. After a failure, the next call tries again. */
  readonly preload: () => Promise<Part>;
  readonly loaded: () => Part | undefined;
};

export function lazyWithPreload<Part>(load: () => Promise<Part>): LazyWithPreload<Part> {
  let part: Part | undefined;
  let loading: Promise<Part> | undefined;
  const loadPart = async () => {
    part = await withRetries(load, navigator.onLine ? [2_000] : []);
    return part;
  };
  return {
    preload: () => {
      loading ??= loadPart().finally(() => {
        if (!part) loading = undefined;
      });
      return loading;
    },
    loaded: () => part,
  };
}
