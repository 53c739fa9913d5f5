/** A part of the app that loads on demand, and can be read synchronously after that. */
export type LazyWithPreload<Part> = {
  /** Resolves when the part has loaded. After a failure, the next call retries. */
  readonly preload: () => Promise<Part>;
  readonly loaded: () => Part | undefined;
};

export function lazyWithPreload<Part>(load: () => Promise<Part>): LazyWithPreload<Part> {
  let part: Part | undefined;
  let loading: Promise<Part> | undefined;
  return {
    preload: () => {
      loading ??= load().then(
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

type NetworkInformation = { readonly saveData?: boolean };

/** Preloads a part that is likely to be needed next, unless the visitor saves data. */
export function fetchAhead(part: LazyWithPreload<unknown>): void {
  const { connection } = navigator as Navigator & { readonly connection?: NetworkInformation };
  if (!connection?.saveData) part.preload().catch(() => {});
}
