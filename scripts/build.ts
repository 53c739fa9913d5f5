// Builds the site for production, into `dist`.
import path from 'node:path';
import { promisify } from 'node:util';
import webpack, { type MultiCompiler, type MultiStats } from 'webpack';
import { writeDocuments, writeSharePictures } from './writeFiles.ts';

process.chdir(path.resolve(import.meta.dirname, '..'));
console.error('Building ...');
await writeDocuments();
// webpack.config.ts reads the list of PDFs that `writeDocuments` has written, so it is imported only now.
const { default: configurations } = await import('../webpack.config.ts');
const compiler: MultiCompiler = webpack(configurations({}, { mode: 'production' }));
// The pictures are encoded in other threads, while webpack works in this one.
const [stats] = await Promise.all([
  promisify<MultiStats | undefined>(compiler.run.bind(compiler))(),
  writeSharePictures(),
]);
await promisify(compiler.close.bind(compiler))();
const text = stats?.toString({ preset: 'errors-warnings', colors: process.stderr.isTTY });
if (text) console.error(text);
if (!stats || stats.hasErrors()) process.exitCode = 1;
