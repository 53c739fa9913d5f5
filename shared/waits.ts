/** Milliseconds up to which a wait goes unnoticed. */
export const unnoticedWait = 200;

/** Milliseconds after which a visitor is told about a page that has not come, or a form that is still being sent. */
export const longWait = 8_000;
