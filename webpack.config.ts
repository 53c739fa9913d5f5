import { readFileSync } from 'node:fs';
import path from 'node:path';
import ReactRefreshPlugin from '@pmmmwh/react-refresh-webpack-plugin';
import { transform } from '@swc/core';
import MinimizerPlugin from 'minimizer-webpack-plugin';
import webpack, { type Compiler, type Configuration } from 'webpack';
import { notFoundRoute, pageRoutes } from './client/routes.ts';
import { fromPrices } from './shared/hosting/catalogue.ts';
import type { DocumentFile } from './shared/legal/legalDocument.ts';
import { searchDocuments } from './shared/search/documents.ts';

const root = import.meta.dirname;
const dist = path.join(root, 'dist');
const browsers = 'browserslist:baseline widely available';

/** Writes the list of each named chunk's files, for the server. The build fails if a page's chunk is missing. */
class ChunkFilesPlugin {
  apply(compiler: Compiler): void {
    compiler.hooks.thisCompilation.tap('ChunkFilesPlugin', (compilation) => {
      compilation.hooks.processAssets.tap(
        { name: 'ChunkFilesPlugin', stage: webpack.Compilation.PROCESS_ASSETS_STAGE_REPORT },
        () => {
          const chunks = Object.fromEntries(
            [...compilation.namedChunkGroups].map(([name, group]) => [
              name,
              group
                .getFiles()
                .filter((file) => file.endsWith('.js'))
                .map((file) => path.basename(file)),
            ]),
          );
          for (const { path: page, chunks: names } of [...pageRoutes, notFoundRoute])
            for (const name of names)
              if (!chunks[name])
                compilation.errors.push(
                  new webpack.WebpackError(`The page ${page} needs the chunk ${name}: there is none`),
                );
          compilation.emitAsset('chunks.json', new webpack.sources.RawSource(JSON.stringify(chunks)));
        },
      );
    });
  }
}

/** Defines the constants that client/layout, client/pages, client/search and server/pages declare. */
function defineConstants(documentFiles: readonly DocumentFile[]) {
  return new webpack.DefinePlugin({
    DOCUMENT_FILES: JSON.stringify(documentFiles),
    FROM_PRICES: JSON.stringify(fromPrices),
    SEARCH_DOCUMENTS: JSON.stringify(searchDocuments),
  });
}

function shared(isProduction: boolean): Configuration {
  return {
    mode: isProduction ? 'production' : 'development',
    context: root,
    resolve: { extensions: ['.ts', '.tsx', '.js'] },
    performance: false,
    stats: 'errors-warnings',
    // webpack warns that Express requires template engines by a dynamic name. This site has no template engine.
    ignoreWarnings: [{ module: /express.lib.view/ }],
    cache: { type: 'filesystem', buildDependencies: { config: [import.meta.filename] } },
  };
}

/** Removes comments and escapes non-ASCII characters. Keeps the names and lines that stack traces show. */
async function removeComments(input: { readonly [file: string]: string | Buffer }, sourceMap: object | undefined) {
  const [code = ''] = Object.values(input);
  const { code: shorter, map = '' } = await transform(String(code), {
    inputSourceMap: JSON.stringify(sourceMap),
    sourceMaps: true,
    isModule: false,
    jsc: {
      target: 'es2024',
      parser: { syntax: 'ecmascript' },
      output: { charset: 'ascii' },
      minify: { compress: false, mangle: false, format: { comments: false } },
    },
  });
  return { code: shorter, map: JSON.parse(map) };
}

/** Compiles TypeScript and JSX. `refresh` prepares components for React Fast Refresh. */
function compiled(syntax: 'typescript' | 'tsx', refresh: boolean) {
  return {
    test: syntax === 'tsx' ? /\.tsx$/ : /\.ts$/,
    exclude: /node_modules/,
    loader: 'swc-loader',
    options: {
      jsc: {
        target: 'es2022',
        parser: { syntax: 'typescript', tsx: syntax === 'tsx' },
        transform: { react: { runtime: 'automatic', importSource: '@emotion/react', refresh } },
      },
    },
  };
}

function sources({ emit, refresh = false }: { emit: boolean; refresh?: boolean }) {
  return [
    // Emotion imports this package only for `withTheme`. The site does not use it, so webpack may leave the package out.
    { test: /node_modules[\\/]hoist-non-react-statics[\\/]/, sideEffects: false },
    compiled('typescript', false),
    compiled('tsx', refresh),
    {
      test: /\.(css|svg|woff2)$/,
      type: 'asset/resource',
      generator: { filename: '[name].[contenthash:8][ext]', publicPath: '/assets/', outputPath: 'assets/', emit },
    },
  ];
}

const minimizer = new MinimizerPlugin({
  minify: {
    implementation: MinimizerPlugin.swcMinify,
    options: { compress: { passes: 3, pure_getters: true, keep_fargs: false } },
  },
});

function client(isProduction: boolean, documentFiles: readonly DocumentFile[]): Configuration {
  return {
    ...shared(isProduction),
    name: 'client',
    // scripts/stack.ts reads the source maps. Visitors must not get them, so they are outside `assets`, which the server serves.
    devtool: isProduction ? 'hidden-source-map' : 'cheap-module-source-map',
    target: browsers,
    entry: { main: './client/hydrate.tsx' },
    output: {
      path: path.join(dist, 'client'),
      publicPath: '/',
      filename: isProduction ? 'assets/[name].[contenthash:8].js' : 'assets/[name].js',
      sourceMapFilename: 'maps/[base].map',
      devtoolModuleFilenameTemplate: isProduction ? '[resource-path]' : '[absolute-resource-path]',
      clean: true,
    },
    module: { rules: sources({ emit: true, refresh: !isProduction }) },
    optimization: {
      minimizer: [minimizer],
      splitChunks: {
        // The worker's CSP blocks further scripts, so the worker must be one chunk. The search page always loads whole.
        chunks: (chunk) => !chunk.canBeInitial() && !['proof-worker', 'search'].includes(chunk.name ?? ''),
      },
    },
    plugins: [
      defineConstants(documentFiles),
      new ChunkFilesPlugin(),
      ...(isProduction
        ? [
            // Lets V8 compile the functions while the script loads: https://v8.dev/blog/explicit-compile-hints
            new webpack.BannerPlugin({
              banner: '//# allFunctionsCalledOnLoad',
              raw: true,
              test: /main\..*\.js$/,
              stage: webpack.Compilation.PROCESS_ASSETS_STAGE_DEV_TOOLING - 1,
            }),
          ]
        : [new ReactRefreshPlugin({ overlay: false })]),
    ],
  };
}

/** The scripts that are inline in every page. server/pages/renderingChild.ts reads the built files, whose text goes into the pages. */
function inline(isProduction: boolean): Configuration {
  return {
    ...shared(isProduction),
    name: 'inline',
    target: browsers,
    devtool: false,
    entry: { start: './client/early/startScript.ts', head: './client/early/headScript.ts' },
    output: { path: path.join(dist, 'inline'), filename: '[name].js', clean: true },
    module: { rules: sources({ emit: false }) },
    optimization: { minimizer: [minimizer] },
  };
}

function server(isProduction: boolean, documentFiles: readonly DocumentFile[]): Configuration {
  return {
    ...shared(isProduction),
    name: 'server',
    devtool: 'nosources-cheap-module-source-map',
    target: 'node24',
    entry: {
      main: './server/main.ts',
      rendering: './server/pages/renderingChild.ts',
      submissions: './server/operations/commands/submissions.ts',
      report: './server/operations/report/report.tsx',
    },
    output: {
      path: path.join(dist, 'server'),
      filename: '[name].cjs',
      chunkFilename: '[name].cjs',
      library: { type: 'commonjs2' },
      // The source maps name files relative to dist/server.
      devtoolModuleFilenameTemplate: '../../[resource-path]',
      clean: true,
    },
    optimization: {
      splitChunks: false,
      // Keeps names and lines for stack traces. Removes comments and escapes non-ASCII characters: V8 keeps the source
      // in memory, with two bytes per character if a single character needs them.
      minimize: isProduction,
      minimizer: [new MinimizerPlugin({ minify: removeComments, extractComments: false, parallel: false })],
    },
    // pg and linkedom also work without these modules, which are not installed.
    plugins: [defineConstants(documentFiles), new webpack.IgnorePlugin({ resourceRegExp: /^(pg-native|canvas)$/ })],
    node: { __dirname: false, __filename: false },
    module: {
      rules: [
        ...sources({ emit: false }),
        // The SQL files of the database schema are copied beside the programs, which read them at run time.
        { test: /migrations\.ts$/, parser: { url: true } },
        {
          test: /\.sql$/,
          type: 'asset/resource',
          generator: { filename: ({ filename = '' }) => filename.replace('server/outbox/', ''), publicPath: '' },
        },
      ],
      parser: { javascript: { dynamicImportMode: 'eager', worker: false, url: false } },
    },
  };
}

export default (_environment: unknown, { mode }: { mode?: string }): Configuration[] => {
  const isProduction = mode !== 'development';
  // scripts/writeFiles.ts writes this file before webpack starts.
  const documentFiles: readonly DocumentFile[] = JSON.parse(readFileSync(path.join(dist, 'documents.json'), 'utf8'));
  return [client(isProduction, documentFiles), inline(isProduction), server(isProduction, documentFiles)];
};
