/** The event that is fired on `window` after hydration. */
export const hydratedEvent = 'hydrated';

/** The performance mark that is set if a form is submitted before hydration. */
export const formSentMark = 'form sent';

/** Milliseconds before a script that failed to load is retried. */
export const retryDelay = 5000;
/** Milliseconds after which a submitted form is answered or its connection closed (server/connections.ts). */
export const answerTimeout = 15_000;
