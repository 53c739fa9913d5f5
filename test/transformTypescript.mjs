// Jest's transformer: types are taken away, modules stay modules.
import { transformSync } from 'esbuild';

const transformer = {
  process: (source, file) => ({
    code: transformSync(source, {
      loader: file.endsWith('.tsx') ? 'tsx' : 'ts',
      format: 'esm',
      target: 'node24',
      jsx: 'automatic',
      jsxImportSource: '@emotion/react',
      sourcefile: file,
      sourcemap: 'inline',
    }).code,
  }),
};

export default transformer;
