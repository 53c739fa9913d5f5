import { SourceMap } from 'node:module';
import { transformSync } from '@swc/core';
import { type AnyNode, type Program, parse } from 'acorn';

export type ParsedSource = {
  readonly tree: Program;
  /** Where a node is in the source, such as `server/app.ts:69`. */
  readonly placeOf: (node: AnyNode) => string;
};

/** Parses a source file without its types. */
export function parseSource(file: string, text: string): ParsedSource {
  const { code, map = '' } = transformSync(text, {
    filename: file,
    sourceMaps: true,
    jsc: {
      target: 'es2024',
      parser: { syntax: 'typescript', tsx: file.endsWith('x') },
      transform: { react: { runtime: 'automatic' } },
    },
  });
  const sourceMap = new SourceMap(JSON.parse(map));
  return {
    tree: parse(code, { ecmaVersion: 'latest', sourceType: 'module', locations: true }),
    placeOf: ({ loc }) => {
      const origin = sourceMap.findOrigin(loc?.start.line ?? 0, (loc?.start.column ?? 0) + 1);
      return `${file}:${'lineNumber' in origin ? origin.lineNumber : '?'}`;
    },
  };
}
