import path from 'node:path';
import ReactRefreshPlugin from '@pmmmwh/react-refresh-webpack-plugin';
import webpack, { type Compiler, type Configuration } from 'webpack';
import { notFoundRoute, pageRoutes } from './client/routes.ts';
import { writeDocuments } from './scripts/documents/writeDocuments.ts';
import type { DocumentFile } from './shared/legal/documentFile.ts';

const root = import.meta.dirname;
const dist = path.join(root, 'dist');
const browsers = 'browserslist:baseline widely available';

/** Writes the files of each named chunk, which the server names in the pages. A page without its chunks stops the build. */
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
          for (const { path: page, chunks: wanted } of [...pageRoutes, notFoundRoute])
            for (const name of wanted)
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

/** What the legal pages say of the PDFs: read by client/legal/documentFiles.ts. */
function documentsKnown(documentFiles: readonly DocumentFile[]) {
  return new webpack.DefinePlugin({ DOCUMENT_FILES: JSON.stringify(documentFiles) });
}

function shared(isProduction: boolean): Configuration {
  return {
    mode: isProduction ? 'production' : 'development',
    context: root,
    resolve: { extensions: ['.ts', '.tsx', '.js'] },
    performance: false,
    stats: 'errors-warnings',
    // Express looks template engines up by name; this site has none.
    ignoreWarnings: [{ module: /express.lib.view/ }],
    cache: { type: 'filesystem', buildDependencies: { config: [import.meta.filename] } },
  };
}

/** Takes away types and JSX. `refresh` marks components for React's fast refresh. */
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
    // Emotion imports it for `withTheme`, which nothing here uses.
    { test: /node_modules[\\/]hoist-non-react-statics[\\/]/, sideEffects: false },
    compiled('typescript', false),
    compiled('tsx', refresh),
    {
      test: /\.svg$/,
      resourceQuery: /inline/,
      type: 'asset/inline',
      // Readable text compresses with the page's own. Single quotes need no escape, neither in the address nor around it.
      generator: {
        dataUrl: (content: Buffer) =>
          `data:image/svg+xml,${encodeURI(content.toString().trim().replaceAll('"', "'")).replace(/[#&]/g, encodeURIComponent)}`,
      },
    },
    {
      test: /\.(svg|woff2)$/,
      resourceQuery: { not: /inline/ },
      type: 'asset/resource',
      generator: { filename: '[name].[contenthash:8][ext]', publicPath: '/assets/', outputPath: 'assets/', emit },
    },
  ];
}

function client(isProduction: boolean, documentFiles: readonly DocumentFile[]): Configuration {
  return {
    ...shared(isProduction),
    name: 'client',
    // Kept out of `assets`, which is all that is served: scripts/stack.ts reads them.
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
      minimizeOptions: { javascript: { compress: { passes: 3, pure_getters: true, keep_fargs: false } } },
      splitChunks: {
        // The worker's own policy lets it load nothing further, so it stays in one piece.
        chunks: (chunk) => !chunk.canBeInitial() && chunk.name !== 'proof-worker',
      },
    },
    plugins: [
      documentsKnown(documentFiles),
      new ChunkFilesPlugin(),
      ...(isProduction
        ? [
            // https://v8.dev/blog/explicit-compile-hints
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

/** The scripts that stand inline in every page. server/pages/rendering.ts reads them; they have no address. */
function inline(isProduction: boolean): Configuration {
  return {
    ...shared(isProduction),
    name: 'inline',
    target: browsers,
    devtool: false,
    entry: { start: './client/document/startScript.ts', theme: './client/document/themeScript.ts' },
    output: { path: path.join(dist, 'inline'), filename: '[name].js', clean: true },
    module: { rules: sources({ emit: false }) },
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
      rendering: './server/pages/rendering.ts',
      submissions: './server/operator/submissions.ts',
    },
    output: {
      path: path.join(dist, 'server'),
      filename: '[name].cjs',
      chunkFilename: '[name].cjs',
      library: { type: 'commonjs2' },
      // Seen from dist/server.
      devtoolModuleFilenameTemplate: '../../[resource-path]',
      clean: true,
    },
    optimization: {
      splitChunks: false,
      // Names and lines stay, for stack traces. Comments go, and what isn't ASCII is escaped: V8 keeps the whole text in
      // memory, in two bytes a character if a single one needs them.
      minimize: isProduction,
      minimizeOptions: {
        javascript: { compress: false, mangle: false, format: { ascii_only: true, beautify: true, indent_level: 1 } },
      },
    },
    plugins: [documentsKnown(documentFiles)],
    node: { __dirname: false, __filename: false },
    module: {
      rules: sources({ emit: false }),
      parser: { javascript: { dynamicImportMode: 'eager', worker: false, url: false } },
    },
  };
}

export default async (_environment: unknown, { mode }: { mode?: string }): Promise<Configuration[]> => {
  const isProduction = mode !== 'development';
  // Written first: the pages show the sizes of the files as they are.
  const documentFiles = await writeDocuments(path.join(dist, 'documents'));
  return [client(isProduction, documentFiles), inline(isProduction), server(isProduction, documentFiles)];
};
