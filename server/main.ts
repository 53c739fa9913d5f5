import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { Logger } from 'pino';
import { createApp } from './app.ts';
import { type Config, checkConfig, readConfig } from './config/config.ts';
import { configure } from './config/configure.ts';
import { createGracefulClose, createHttpServer } from './http/connections.ts';
import { deadlines } from './lib/deadlines.ts';
import { configurationExitCode, OperatorError } from './lib/errors.ts';
import { escapeCharacters } from './lib/escapeCharacters.ts';
import { openLog } from './lib/log.ts';
import { logEvents } from './lib/logEvents.ts';
import { logHooks, startErrorReporting } from './operations/errorReporting.ts';
import { checkDatabase } from './outbox/outbox.ts';
import { startServices } from './services.ts';

const failureExitCode = 1;
/** `EX_USAGE` of sysexits.h. */
const usageExitCode = 64;
/** Errors of `listen` that only another HOST or PORT cures. */
const addressFaults = ['EACCES', 'EADDRNOTAVAIL', 'ENOTFOUND'];
const stopSignals = ['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGQUIT', 'SIGUSR2'] as const;

/** With `without-response-cache`, the server makes every response anew. Such responses have the same content, but take longer. */
function readOptions() {
  try {
    const options = { check: { type: 'boolean' }, 'without-response-cache': { type: 'boolean' } } as const;
    return parseArgs({ options }).values;
  } catch (error) {
    console.error(`${(error as Error).message} The settings are variables: .env.example has all names.`);
    process.exit(usageExitCode);
  }
}

/**
 * Stops the process on a signal, and after an error that nothing handles. Requests and mails under way end first. A second signal
 * changes nothing, because Ctrl-C reaches this process twice, from the terminal and from npm.
 */
function stopOnSignals(log: Logger, stopping: AbortController, stop: () => Promise<void>): void {
  const begin = () => {
    if (stopping.signal.aborted) return;
    stopping.abort();
    setTimeout(() => {
      log.fatal('stopping took too long: ended at once');
      process.exit(failureExitCode);
    }, deadlines.stop.all);
    void stop().then(() => process.exit());
  };
  for (const signal of stopSignals)
    process.on(signal, () => {
      if (!stopping.signal.aborted) log.info({ signal }, 'stopping');
      begin();
    });
  for (const event of ['uncaughtException', 'unhandledRejection'] as const)
    process.on(event, (error: unknown) => {
      process.exitCode = failureExitCode;
      log.fatal({ err: error }, 'unexpected failure: stopping');
      begin();
    });
}

function listen(server: Server, config: Config['http'], log: Logger, onListening: () => void): void {
  server.on('error', (error: NodeJS.ErrnoException) => {
    const isMisnamed = addressFaults.includes(error.code ?? '');
    if (error.code === 'EADDRINUSE') log.fatal(`port ${config.port} is in use by another process`);
    else if (isMisnamed) log.fatal(`HOST, PORT: this machine cannot listen on them (${error.message})`);
    else log.fatal({ err: error }, 'cannot listen');
    process.exit(isMisnamed ? configurationExitCode : failureExitCode);
  });
  server.listen({ port: config.port, host: config.host, fd: config.socket }, () => {
    const { address: host, port } = server.address() as AddressInfo;
    log.info({ event: logEvents.listening, host, port, url: `http://localhost:${port}` }, 'listening');
    onListening();
  });
}

/** Checks whether this release could start. Reads configuration and database, and changes nothing. */
async function check(): Promise<void> {
  const reason = await checkDatabase(configure(checkConfig).store);
  console.log(reason === undefined ? 'Configuration and database are fine.' : `The configuration is fine. ${reason}`);
}

async function run(cachesResponses: boolean): Promise<void> {
  // No other user may read the files that this process creates.
  process.umask(0o077);
  const config = configure(readConfig);
  const errorReporting = config.http.sentryDsn ? await startErrorReporting(config.http.sentryDsn) : undefined;
  const { log, flush } = openLog(config.operations.logLevel, errorReporting && logHooks(errorReporting));
  const stopping = new AbortController();
  // A signal during the start ends Node at once, because `stopOnSignals` adds its handlers only afterwards.
  const services = await startServices(config, log, path.resolve(__dirname, '..'), cachesResponses);
  const app = createApp(services, () => stopping.signal.aborted);
  const server = createHttpServer(
    (request, response) => {
      errorReporting?.trace(request, response);
      app(request, response);
    },
    { log, commonHeaders: services.pages.commonHeaders, onRequest: services.metrics?.countRequest },
  );
  const closeGracefully = createGracefulClose(server);
  stopOnSignals(log, stopping, async () => {
    const cutOff = setTimeout(() => {
      log.error('requests or mail still under way were cut off');
      server.closeAllConnections();
    }, deadlines.stop.requests);
    await closeGracefully(services.stop());
    clearTimeout(cutOff);
    await services.close();
    log.info('stopped');
    await errorReporting?.flush(deadlines.stop.errorReports);
    await flush(deadlines.stop.log);
  });
  listen(server, config.http, log, () => void services.pages.cache.fill());
}

const options = readOptions();
(options.check ? check() : run(!options['without-response-cache'])).catch((error: unknown) => {
  if (!(error instanceof OperatorError)) throw error;
  console.error(escapeCharacters(error.message));
  process.exit(error.exitCode);
});
