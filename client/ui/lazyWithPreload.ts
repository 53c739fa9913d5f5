import { useCallback, useSyncExternalStore } from 'react';

/** A part of the app that loads on demand, and can be read synchronously after that. */
export type LazyWithPreload<Part> = {
  /** Resolves when the part has loaded. Tries twice, offline once; a call after a failure tries anew. */
  readonly preload: () => Promise<Part>;
  readonly loaded: () => Part | undefined;
};

/** Milliseconds before a failed load is tried again, once. */
const pause = 2_000;

export function lazyWithPreload<Part>(load: () => Promise<Part>): LazyWithPreload<Part> {
  let part: Part | undefined;
  let loading: Promise<Part> | undefined;
  return {
    preload: () => {
      loading ??= load()
        .catch((error: unknown) => {
          if (!navigator.onLine) throw error;
          return new Promise((resolve) => setTimeout(resolve, pause)).then(load);
        })
        .then(
          (loaded) => {
            part = loaded;
            return loaded;
          },
          (error) => {
            loading = undefined;
            throw error;
          },
        );
      return loading;
    },
    loaded: () => part,
  };
}

/** A part that loads after hydration; undefined until then. A failure is tried again with the connection or a new `reason`. */
export function useLoaded<Part>(part: LazyWithPreload<Part>, reason?: unknown): Part | undefined {
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new reason to load it
  const subscribe = useCallback(
    (changed: () => void) => {
      const load = () => void part.preload().then(changed, () => {});
      if (!part.loaded()) load();
      addEventListener('online', load);
      return () => removeEventListener('online', load);
    },
    [part, reason],
  );
  return useSyncExternalStore(subscribe, part.loaded, () => undefined);
}
