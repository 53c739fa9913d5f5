/** The event that is fired on `window` after hydration. */
export const hydratedEvent = 'hydrated';

/** Milliseconds before a script that failed to load is retried. */
export const retryDelay = 5000;
