/** Milliseconds after which a test gives up waiting. Even a busy machine needs far less, so what takes this long will never end. */
export const hang = 4 * 60_000;
