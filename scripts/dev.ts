// The development server. webpack-dev-server serves the client's files and applies changes to the open page. It proxies
// other requests to the site's server. After each build of the server, the site's server restarts.
//   npm run dev [-- --inspect]     options of Node, for the site's server
import { type ChildProcess, spawn } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { rmSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import pretty from 'pino-pretty';
import webpack, { type Compiler, type Configuration, type MultiCompiler } from 'webpack';
import WebpackDevServer from 'webpack-dev-server';
import { loadEnvFile } from '../server/config/configure.ts';
import { logEvents } from '../server/lib/logEvents.ts';
import configurations from '../webpack.config.ts';
import { writeDocuments, writeSharePictures } from './writeFiles.ts';

process.chdir(path.resolve(import.meta.dirname, '..'));
// `dist` gets a development build. The production build's stamp is removed too, so the next `npm start` builds again.
rmSync('dist', { recursive: true, force: true });
loadEnvFile(process.env);
const port = Number(process.env.PORT ?? 3000);
const origin = process.env.PUBLIC_ORIGIN ?? `http://localhost:${port}`;

await writeDocuments();
await writeSharePictures();
const [clientConfiguration, ...serverConfigurations] = configurations({}, { mode: 'development' });
// At the default level the proxy would log each request, which the site's server logs already.
const infrastructureLogging = { level: 'warn' } as const;
const client = webpack({ ...clientConfiguration, infrastructureLogging } as Configuration) as Compiler;
const server = webpack(serverConfigurations) as MultiCompiler;

const log = pretty({ ignore: 'requestId', singleLine: true, translateTime: 'SYS:HH:MM:ss', sync: true });
const addresses = new EventEmitter();
/** The site's server. `url` is set once the server listens. */
let site: { readonly process: ChildProcess; url?: string } | undefined;
/** The URL to which the proxy sends requests. Undefined while the site's server builds or starts: then requests wait. */
let target: string | undefined;

function answerFrom(url: string | undefined): void {
  target = url;
  if (url) addresses.emit('known', url);
}

function start(): void {
  const started = spawn(
    process.execPath,
    ['--enable-source-maps', ...process.argv.slice(2), 'dist/server/main.cjs', '--without-response-cache'],
    { stdio: ['ignore', 'pipe', 'inherit'], env: { ...process.env, PORT: '0', PUBLIC_ORIGIN: origin } },
  );
  const own: typeof site = { process: started };
  site = own;
  started.stdout.pipe(log, { end: false });
  createInterface(started.stdout).on('line', (line) => {
    if (!line.includes(`"event":"${logEvents.listening}"`)) return;
    own.url = JSON.parse(line).url;
    answerFrom(own.url);
  });
  started.once('exit', () => {
    site = undefined;
    answerFrom(undefined);
  });
}

/** Starts the site's server. If it runs already, ends it first. */
function restart(): void {
  if (site) site.process.removeAllListeners('exit').once('exit', start).kill('SIGTERM');
  else start();
}

const devServer = new WebpackDevServer(
  {
    port,
    hot: true,
    static: false,
    setupExitSignals: false,
    client: { overlay: { runtimeErrors: false, warnings: false } },
    // The site's server reads the client's files from disk. Only the browser needs hot updates.
    devMiddleware: { writeToDisk: (file) => !file.includes('.hot-update.') },
    proxy: [{ context: () => true, router: async () => target ?? (await once(addresses, 'known'))[0], target: origin }],
  },
  client,
);
await devServer.start();
console.log(`The site is at ${origin}`);
await new Promise<void>((resolve) => client.hooks.done.tap('dev', () => resolve()));
server.hooks.invalid.tap('dev', () => answerFrom(undefined));
const watching = server.watch({}, (error, stats) => {
  if (!error && !stats?.hasErrors()) return restart();
  console.error(error ?? stats?.toString({ preset: 'errors-warnings', colors: true }));
  answerFrom(site?.url);
});

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    site?.process.removeAllListeners('exit').kill('SIGTERM');
    watching?.close(() => {});
    void devServer.stop();
  });
