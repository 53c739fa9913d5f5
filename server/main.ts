import type { AddressInfo } from 'node:net';
import path from 'node:path';
import closeWithGrace from 'close-with-grace';
import { pino } from 'pino';
import { chatPath } from '../shared/paths.ts';
import { startSiteAlarms } from './alarms/siteAlarms.ts';
import { createApp } from './app.ts';
import { isAskedOf } from './chat.ts';
import { readConfig } from './config.ts';
import { configurationFault, configure } from './configure.ts';
import { createGuardedServer } from './connections.ts';
import { discoveryPaths } from './discoveryPaths.ts';
import { logHooks, startErrorReporting } from './errorReporting.ts';
import { escapeCharacters } from './escapeCharacters.ts';
import { type FileDirectories, fileAddresses } from './files.ts';
import { createGracefulClose } from './gracefulClose.ts';
import { listenOptions } from './listening.ts';
import { startMetrics } from './metrics/startMetrics.ts';
import { isCacheable, pageAddresses, pageAddressOf } from './pages/addresses.ts';
import { createPages } from './pages/pages.ts';
import { createRenderer } from './pages/renderer.ts';
import { siteState } from './pages/siteState.ts';
import { pathOf } from './requestLog.ts';
import { createResponseCache } from './responseCache.ts';
import { pagePolicy, securityHeaders } from './securityHeaders.ts';
import { captchasOf } from './submissions/captcha/captcha.ts';
import { createHCaptcha } from './submissions/captcha/hCaptcha.ts';
import { createProofOfWork } from './submissions/captcha/proofOfWork.ts';
import { startConfirmations } from './submissions/confirmations.ts';
import { startDelivery } from './submissions/delivery.ts';
import { startFloodDetector } from './submissions/floodDetector.ts';
import { openOutbox } from './submissions/outbox.ts';
import { startRetention } from './submissions/retention.ts';
import { StoreFault } from './submissions/storeFault.ts';
import { fileTransport, smtpTransport } from './submissions/transport.ts';
import { mailFolder } from './submissions/writtenMail.ts';

const failure = 1;
/** Milliseconds after which a stopping process aborts its mail. */
const mailTimeout = 6_000;
/** Milliseconds after which it aborts its requests. */
const stopTimeout = 8_000;
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
  const log = pino(
    {
      level: config.logLevel,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      hooks: { ...(errorReporting && logHooks(errorReporting)), streamWrite: escapeCharacters },
    },
    output,
  );
  process.on('exit', () => {
    // flushSync alone would try for ever where nobody reads the log any more. flush notices that.
    output.flush();
    output.flushSync();
  });

  const dist = path.resolve(__dirname, '..');
  const mailDomain = /@([^\s<>@]+)>?$/.exec(config.mailFrom)?.[1] ?? 'localhost';
  // It may wait for its database.
  const leave = () => process.exit();
  for (const signal of stopSignals) process.once(signal, leave);
  const outbox = await openOutbox({ ...config, mailDomain, log });
  for (const signal of stopSignals) process.removeListener(signal, leave);
  const { store } = outbox;
  const alarms = startSiteAlarms({ config, store, log });
  const metrics = await startMetrics({ port: config.metricsPort, store, alarmLevels: alarms.levels, log });
  const flood = await startFloodDetector({ store, log, limit: config.submissionFlood });
  const mailOptions = () => ({
    store,
    transport: config.smtpUrl ? smtpTransport(config.smtpUrl) : fileTransport(mailFolder(config.dataDirectory), log),
    log,
    mailFrom: config.mailFrom,
    mailTo: config.mailTo,
    retryMilliseconds: config.mailRetryMilliseconds,
  });
  const delivery = startDelivery({
    ...mailOptions(),
    giveUpMilliseconds: config.mailGiveUpMilliseconds,
    isSendingDigests: flood.isActive,
    onOutcome: (outcome) => {
      alarms.noteDelivery(outcome);
      metrics?.countDelivery(outcome);
    },
  });
  const confirmations = config.mailConfirm
    ? startConfirmations({ ...mailOptions(), onOutcome: metrics?.countConfirmation })
    : undefined;
  const wakeMail = () => {
    delivery.wake();
    confirmations?.wake();
  };
  outbox.listen(wakeMail);

  const retention = startRetention({
    store,
    log,
    dataDirectory: config.dataDirectory,
    retentionMilliseconds: config.retentionMilliseconds,
    program: path.join(dist, 'server', 'submissions.cjs'),
  });

  const secret = await store.secret();
  const proofOfWork = createProofOfWork(secret);
  const hCaptcha = config.hCaptcha && createHCaptcha({ ...config.hCaptcha, log });
  const captchas = captchasOf(proofOfWork, hCaptcha);

  const headers = securityHeaders(config);
  const pages = createPages({
    renderer: createRenderer({
      program: path.join(dist, 'server', 'rendering.cjs'),
      parameters: [JSON.stringify(siteState(config))],
    }),
    policyOf: pagePolicy(config),
    log,
  });
  const directories: FileDirectories = {
    assets: path.join(dist, 'client', 'assets'),
    static: path.join(dist, '..', 'static'),
    documents: path.join(dist, 'documents'),
    share: path.join(dist, 'share'),
  };
  let stopping = false;
  const app = createApp({
    config,
    log,
    store,
    secret,
    proofOfWork,
    captchas: metrics?.countVerdicts(captchas) ?? captchas,
    flood,
    pages,
    directories,
    securityHeaders: headers,
    rateLimit: outbox.rateLimit,
    onStored: wakeMail,
    onStoreFault: alarms.noteStoreFault,
    isStopping: () => stopping,
  });
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
    { log, securityHeaders: headers, onRequest: metrics?.countRequest },
  );
  const closeGracefully = createGracefulClose(server);

  // The pages show the current year in the copyright line.
  let year = new Date().getFullYear();
  const turnOfTheYear = setInterval(() => {
    const now = new Date().getFullYear();
    if (now === year) return;
    year = now;
    pages.forgetNotFound();
    void cache?.fill();
  }, yearCheckedEvery);

  let hasFailed = false;
  const { close } = closeWithGrace(
    // Longer than aborting the requests and then flushing the error reports take.
    { delay: stopTimeout + 3_000, logger: log, skip: ['SIGINT', 'SIGTERM', 'uncaughtException', 'unhandledRejection'] },
    async () => {
      retention.stop();
      clearInterval(turnOfTheYear);
      alarms.stop();
      metrics?.stop();
      const cutOff = setTimeout(() => {
        log.error('requests or mail still under way were cut off');
        server.closeAllConnections();
      }, stopTimeout);
      await closeGracefully(Promise.all([delivery.stop(mailTimeout), confirmations?.stop(mailTimeout)]));
      clearTimeout(cutOff);
      await outbox.close();
      log.info('stopped');
      await errorReporting?.flush(2_000);
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
    log.info({ host, port, url: `http://localhost:${port}` }, 'listening');
    void cache?.fill();
  });
}

run().catch((error: unknown) => {
  if (!(error instanceof StoreFault)) throw error;
  console.error(escapeCharacters(error.message));
  process.exit(error.misconfigured ? configurationFault : failure);
});
