import { readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import path from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';

/**
 * The most bytes on the wire in a first visit; compressed answers use brotli. `ownScript` is the part of the scripts that
 * comes from `client` and `shared`, not from a library.
 */
export const budgets = { html: 16_000, script: 120_000, ownScript: 30_000, fonts: 24_000 } as const;

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

const client = path.resolve(import.meta.dirname, '../../../dist/client');

/** The part of a script, 0 to 1, that its source map gives to `client` and `shared`. */
export function ownShare(script: string): number {
  const file = path.basename(script);
  const lines = readFileSync(path.join(client, 'assets', file), 'utf8').split('\n');
  const map = new SourceMap(JSON.parse(readFileSync(path.join(client, 'maps', `${file}.map`), 'utf8')));
  let own = 0;
  let all = 0;
  for (const [number, line] of lines.entries()) {
    for (let column = 0; column < line.length; column += 1) {
      const entry = map.findEntry(number, column);
      if ('originalSource' in entry && /^\.?\/?(client|shared)\//.test(entry.originalSource)) own += 1;
    }
    all += line.length;
  }
  return own / all;
}
