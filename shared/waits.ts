/** In milliseconds. A visitor does not notice a shorter wait. */
export const unnoticedWait = 200;

/** In milliseconds. After this time, the site says that a page has not come or that a form is still being sent. */
export const longWait = 8_000;
