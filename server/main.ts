import type { AddressInfo } from 'node:net';
import path from 'node:path';
import closeWithGrace from 'close-with-grace';
import { pino } from 'pino';
import { chatPath } from '../shared/paths.ts';
import { readConfig } from './config/config.ts';
import { configurationFault, configure } from './config/configure.ts';
import { listenOptions } from './config/listening.ts';
import { createGuardedServer } from './http/connections.ts';
import { fileAddresses } from './http/files.ts';
import { createGracefulClose } from './http/gracefulClose.ts';
import { pathOf } from './http/requestLog.ts';
import { createResponseCache } from './http/responseCache.ts';
import { deadlines } from './lib/deadlines.ts';
import { escapeCharacters } from './lib/escapeCharacters.ts';
import { createLog } from './lib/log.ts';
import { logEvents } from './lib/logEvents.ts';
import { logHooks, startErrorReporting } from './operations/errorReporting.ts';
import { StoreFault } from './outbox/storeFault.ts';
import { isCacheable, pageAddresses, pageAddressOf } from './pages/addresses.ts';
import { isAskedOf } from './pages/chat.ts';
import { discoveryPaths } from './pages/discoveryPaths.ts';
import { startServices } from './services.ts';

const failure = 1;
/** The flag that starts the server without its response cache: slower, and otherwise the same. */
const withoutCache = '--without-response-cache';
const stopSignals = ['SIGTERM', 'SIGINT'] as const;
const yearCheckedEvery = 60 * 60 * 1000;

async function run(): Promise<void> {
  // No other user may read the files that this process creates.
  process.umask(0o077);
  const config = configure(readConfig);
  // Lines are buffered for at most 100 ms: one system call a line would take as long as the answer.
  const output = pino.destination({ dest: 1, sync: true, minLength: 4096, periodicFlush: 100 });
  const errorReporting = config.sentryDsn ? await startErrorReporting(config.sentryDsn) : undefined;
  const log = createLog(config.logLevel, output, errorReporting && logHooks(errorReporting));
  process.on('exit', () => {
    // flushSync alone would try for ever where nobody reads the log any more. flush notices that.
    output.flush();
    output.flushSync();
  });

  const dist = path.resolve(__dirname, '..');
  let stopping = false;
  // The outbox may wait for its database.
  const leave = () => process.exit();
  for (const signal of stopSignals) process.once(signal, leave);
  const services = await startServices({ config, log, dist, isStopping: () => stopping });
  for (const signal of stopSignals) process.removeListener(signal, leave);
  const { app, pages, metrics, directories } = services;
  const cachedFiles: ReadonlySet<string> = new Set([
    ...fileAddresses(directories),
    ...discoveryPaths,
    ...(config.chatWidgetSource && !config.chatOrigin ? [chatPath] : []),
  ]);
  const cache = process.argv.includes(withoutCache)
    ? undefined
    : createResponseCache({
        app,
        host: new URL(config.publicOrigin).host,
        addresses: [...pageAddresses, ...cachedFiles],
        addressOf: (request) => {
          if (config.chatOrigin && isAskedOf(config.chatOrigin, request)) return undefined;
          const path = pathOf(request);
          if (cachedFiles.has(path)) return path;
          const address = pageAddressOf(request.url ?? '');
          return address !== undefined && isCacheable(address) ? address : undefined;
        },
        log,
      });
  const answer = cache?.listener ?? app;
  const server = createGuardedServer(
    (request, response) => {
      errorReporting?.trace(request, response);
      answer(request, response);
    },
    { log, securityHeaders: services.securityHeaders, onRequest: metrics?.countRequest },
  );
  const closeGracefully = createGracefulClose(server);

  // The pages show the current year in the copyright line.
  let year = new Date().getFullYear();
  const turnOfTheYear = setInterval(() => {
    const now = new Date().getFullYear();
    if (now === year) return;
    year = now;
    pages.forget();
    void cache?.fill();
  }, yearCheckedEvery);

  let hasFailed = false;
  const { close } = closeWithGrace(
    { delay: deadlines.stop.all, logger: log, skip: ['SIGINT', 'SIGTERM', 'uncaughtException', 'unhandledRejection'] },
    async () => {
      clearInterval(turnOfTheYear);
      const cutOff = setTimeout(() => {
        log.error('requests or mail still under way were cut off');
        server.closeAllConnections();
      }, deadlines.stop.requests);
      await closeGracefully(services.stop());
      clearTimeout(cutOff);
      await services.close();
      log.info('stopped');
      await errorReporting?.flush(deadlines.stop.errorReports);
      if (hasFailed) process.exit(failure);
    },
  );
  const stop = () => {
    if (stopping) return;
    stopping = true;
    close();
  };
  // close-with-grace exits at once on a second signal or error. Ctrl-C reaches this process twice, from the terminal and
  // from npm; and after an error the requests and mails under way still finish.
  for (const signal of stopSignals)
    process.on(signal, () => {
      if (!stopping) log.info({ signal }, 'stopping');
      stop();
    });
  for (const event of ['uncaughtException', 'unhandledRejection'] as const)
    process.on(event, (error: unknown) => {
      hasFailed = true;
      log.fatal({ err: error }, 'unexpected failure: stopping');
      stop();
    });

  server.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EADDRINUSE') log.fatal(`port ${config.port} is in use by another process`);
    else log.fatal({ err: error }, 'cannot listen');
    process.exit(failure);
  });
  server.listen(listenOptions(config), () => {
    const { address: host, port } = server.address() as AddressInfo;
    log.info({ event: logEvents.listening, host, port, url: `http://localhost:${port}` }, 'listening');
    void cache?.fill();
  });
}

run().catch((error: unknown) => {
  if (!(error instanceof StoreFault)) throw error;
  console.error(escapeCharacters(error.message));
  process.exit(error.misconfigured ? configurationFault : failure);
});
