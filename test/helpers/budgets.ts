/** What a first visit may bring over the wire: bytes, brotli where the answer is compressed. */
export const budgets = { html: 12_000, script: 108_000, fonts: 24_000 } as const;

/** The addresses of the scripts that a page starts, whether by an element or from its inline script. */
export function scriptsIn(html: string): readonly string[] {
  return [...html.matchAll(/"(\/assets\/[^"]+\.js)"/g)].map(([, address = '']) => address);
}
