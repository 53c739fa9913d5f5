/** Milliseconds after which a test gives up waiting. Far more than a busy machine needs: it means "this hangs", not "this is slow". */
export const hang = 4 * 60_000;
