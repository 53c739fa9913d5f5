/** Milliseconds after which a test gives up waiting. A busy machine needs far less, so what takes this long will never end. */
export const hang = 4 * 60_000;
