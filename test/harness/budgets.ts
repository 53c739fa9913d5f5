/** What a first visit may bring over the wire: bytes, brotli where the answer is compressed. */
export const budgets = { html: 10_000, script: 96_000, fonts: 24_000 } as const;
