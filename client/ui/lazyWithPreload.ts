/** A part that comes when it is reached for, and can be had at once from then on. */
export type LazyWithPreload<Part> = {
  /** Resolves once the part is there. After a failure the next call tries again. */
  readonly preload: () => Promise<void>;
  readonly loaded: () => Part | undefined;
};

export function lazyWithPreload<Part>(load: () => Promise<Part>): LazyWithPreload<Part> {
  let part: Part | undefined;
  let loading: Promise<void> | undefined;
  return {
    preload: () => {
      loading ??= load().then(
        (loaded) => {
          part = loaded;
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

/** Fetches what is likely to be reached for next, unless the visitor saves data. */
export function fetchAhead(part: LazyWithPreload<unknown>): void {
  const { connection } = navigator as Navigator & { readonly connection?: NetworkInformation };
  if (!connection?.saveData) part.preload().catch(() => {});
}
