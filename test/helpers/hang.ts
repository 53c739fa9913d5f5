/**
 * Milliseconds after which a test gives up waiting for something that never comes. A whole run must be green on a busy machine,
 * so it waits for minutes. Whoever runs a part (`test/run.mjs` then sets `TEST_PART`) hears within seconds.
 */
export const hang = process.env.TEST_PART ? 20_000 : 4 * 60_000;
