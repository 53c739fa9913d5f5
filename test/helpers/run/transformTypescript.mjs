// Transforms TypeScript for Jest: removes types, and keeps imports and exports as they are.
import { transformSync } from '@swc/core';

const transformer = {
  process: (source, filename) =>
    transformSync(source, {
      filename,
      sourceMaps: 'inline',
      jsc: {
        target: 'es2024',
        parser: { syntax: 'typescript', tsx: filename.endsWith('.tsx') },
        experimental: { keepImportAttributes: true },
        transform: { react: { runtime: 'automatic', importSource: '@emotion/react' } },
      },
    }),
};

export default transformer;
