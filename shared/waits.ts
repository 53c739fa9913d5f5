/** The shortest wait that a visitor notices, in milliseconds. */
export const unnoticedWait = 200;

/** Milliseconds after which the site says that a page has not come yet or that a form is still being sent. */
export const longWait = 8_000;
