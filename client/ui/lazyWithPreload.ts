/** A part of the app that loads on demand, and can be read synchronously after that. */
export type LazyWithPreload<Part> = {
  /** Resolves when the part has loaded. Tries twice, but only once while offline. After a failure, the next call tries again. */
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
        .then((loaded) => {
          part = loaded;
          return loaded;
        })
        .finally(() => {
          if (!part) loading = undefined;
        });
      return loading;
    },
    loaded: () => part,
  };
}
