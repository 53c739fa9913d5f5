/** The event that is fired on `window` after hydration. */
export const hydratedEvent = 'hydrated';
