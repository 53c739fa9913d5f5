/** The most bytes on the wire in a first visit; compressed answers use brotli. */
export const budgets = { html: 12_000, script: 108_000, fonts: 24_000 } as const;

/** The paths of the scripts that a page names. */
export function scriptsIn(html: string): readonly string[] {
  return [...new Set(Array.from(html.matchAll(/\/assets\/[\w.-]+\.js/g), ([address]) => address))];
}
