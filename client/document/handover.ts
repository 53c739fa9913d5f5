/** Fired on `window` once the page is hydrated. */
export const hydratedEvent = 'hydrated';

/** The name of the performance mark that a form was sent before the page was hydrated. */
export const formSentMark = 'form sent';

/** Milliseconds until a script that failed to load is requested again. */
export const retryDelay = 5000;
/** Milliseconds after which a form that was sent has been answered, or its connection cut (server/connections.ts). */
export const answerTimeout = 15_000;
