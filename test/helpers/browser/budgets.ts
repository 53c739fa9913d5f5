import { brotliCompressSync, constants } from 'node:zlib';

/** The most bytes on the wire in a first visit; compressed answers use brotli. */
export const budgets = { html: 12_500, script: 120_000, fonts: 24_000 } as const;

/** The page with the plan finder and the chart has 2,000 bytes of HTML more. */
export function htmlBudget(path: string): number {
  return budgets.html + (path.startsWith('/server-hosting') ? 2_000 : 0);
}

/** The paths of the scripts that a page names. */
export function scriptsIn(html: string): readonly string[] {
  return [...new Set(Array.from(html.matchAll(/\/assets\/[\w.-]+\.js/g), ([address]) => address))];
}

/** A text with the best compression that Brotli has. */
export function bestBrotli(text: Buffer): Buffer {
  return brotliCompressSync(text, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_SIZE_HINT]: text.length,
    },
  });
}
