import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { pino } from 'pino';
import { company } from '../shared/company.ts';
import { chatPath } from '../shared/paths.ts';
import { createApp } from './app.ts';
import { createChatHost } from './chatHost.ts';
import { readConfig } from './config.ts';
import { configurationFault, configure } from './configure.ts';
import { createGuardedServer } from './connections.ts';
import { keepToOwner } from './dataDirectory.ts';
import { logHooks, startErrorReporting } from './errorReporting.ts';
import { escapeCharacters } from './escapeCharacters.ts';
import { readAssets } from './pages/assets.ts';
import { chatFrame, chatPage } from './pages/chatPage.ts';
import { discoveryFiles } from './pages/discovery.ts';
import { createPages } from './pages/pages.ts';
import { openedHosts, plainSecurityHeaders } from './pages/securityHeaders.ts';
import { placeholdersIn } from './placeholders.ts';
import { captchasOf } from './submissions/captcha/captcha.ts';
import { createHCaptcha } from './submissions/captcha/hCaptcha.ts';
import { createProofOfWork } from './submissions/captcha/proofOfWork.ts';
import { startDelivery } from './submissions/delivery.ts';
import { watchFlood } from './submissions/flood.ts';
import { DataDirectoryFault, openOwnStore } from './submissions/ownStore.ts';
import { waiversOf } from './submissions/smtpUrl.ts';
import { fileTransport, smtpTransport } from './submissions/transport.ts';

const failure = 1;
/** Milliseconds after which a stopping process cuts off its mail, and then all. */
const mailWithin = 6_000;
const stopWithin = 8_000;
const housekeepingEvery = 60 * 60 * 1000;

async function run(): Promise<void> {
  // What is made from here on belongs to this user alone.
  process.umask(0o077);
  const config = configure(readConfig);
  // Lines go out together, at most a tenth of a second late: a system call each would cost as much as the answer.
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
  const exit = (code: number): never => {
    output.flushSync();
    process.exit(code);
  };

  const placeholders = placeholdersIn(company);
  if (placeholders.length > 0)
    log.warn({ fields: placeholders }, 'placeholders of the content file are still in place');
  if (!config.publicOriginIsSet) log.warn('PUBLIC_ORIGIN is not set: canonical links point to localhost');
  if (!config.smtpUrl) log.warn('SMTP_URL is not set: each mail is written as a file to DATA_DIR/mail');
  else
    for (const waiver of waiversOf(config.smtpUrl)) log.warn(`SMTP_URL weakens the way to the mail server: ${waiver}`);

  const https = config.publicOrigin.startsWith('https:');
  const securityHeaders = plainSecurityHeaders(https);
  const dist = path.resolve(__dirname, '..');
  const assets = readAssets(path.join(dist, 'client'), path.join(dist, '..', 'static'), securityHeaders);
  const mailDomain = /@([^\s<>@]+)>?$/.exec(config.mailFrom)?.[1] ?? 'localhost';
  keepToOwner(config.dataDirectory, log);
  const store = openOwnStore(config.dataDirectory, mailDomain, () => {
    log.warn('database opened again');
    keepToOwner(config.dataDirectory, log);
  });
  const flood = await watchFlood({ store, log, limit: config.submissionFlood });
  const delivery = startDelivery({
    store,
    transport: config.smtpUrl ? smtpTransport(config.smtpUrl) : fileTransport(path.join(config.dataDirectory, 'mail')),
    log,
    mailFrom: config.mailFrom,
    mailTo: config.mailTo,
    retryMilliseconds: config.mailRetryMilliseconds,
    giveUpMilliseconds: config.mailGiveUpMilliseconds,
    isBundling: flood.isOn,
  });

  const eraseOld = async (): Promise<void> => {
    try {
      const erased = await store.eraseDeliveredBefore(Date.now() - config.retentionMilliseconds);
      if (erased > 0) log.info({ erased }, 'old submissions erased');
    } catch (error) {
      log.error({ err: error }, 'old submissions not erased');
    }
  };
  const housekeeping = setInterval(eraseOld, housekeepingEvery);
  await eraseOld();

  const secret = await store.secret();
  const proofOfWork = createProofOfWork(secret);
  const hCaptcha = config.hCaptcha && createHCaptcha({ ...config.hCaptcha, log });

  const pages = createPages(
    {
      chunks: assets.chunks,
      site: {
        publicOrigin: config.publicOrigin,
        remoteSupportUrl: config.remoteSupportUrl,
        ...(config.chatWidgetSource ? { chatFrame: chatFrame(config) } : {}),
        ...(config.hCaptcha ? { hCaptchaSiteKey: config.hCaptcha.siteKey } : {}),
        ...(config.sentryDsn ? { sentryDsn: config.sentryDsn } : {}),
      },
      opened: openedHosts(config),
    },
    { warming: path.join(dist, 'server', 'warming.cjs'), rendering: path.join(dist, 'server', 'rendering.cjs') },
  );
  const chat = config.chatWidgetSource ? chatPage(config.chatWidgetSource, config, securityHeaders) : undefined;
  // The copyright line carries the year, and the pages are kept.
  let year = new Date().getFullYear();
  setInterval(() => {
    const now = new Date().getFullYear();
    if (now !== year) pages.warm(log);
    year = now;
  }, housekeepingEvery).unref();
  let stopping = false;
  const app = createApp({
    config,
    log,
    store,
    secret,
    proofOfWork,
    captchas: captchasOf(proofOfWork, hCaptcha),
    flood,
    pages,
    files: new Map([
      ...assets.files,
      ...discoveryFiles(config.publicOrigin, securityHeaders),
      ...(chat && !config.chatOrigin ? [[chatPath, chat] as const] : []),
    ]),
    chatHost: config.chatOrigin ? createChatHost(config.chatOrigin, chat, securityHeaders) : undefined,
    documentsDirectory: path.join(dist, 'documents'),
    securityHeaders,
    onStored: delivery.wake,
    errorReporting,
    isStopping: () => stopping,
  });

  const server = createGuardedServer(app, { log, securityHeaders });

  let exitCode = 0;
  const stop = async (): Promise<void> => {
    if (stopping) return;
    stopping = true;
    setTimeout(() => {
      log.error('requests or mail still under way were cut off');
      exit(exitCode);
    }, stopWithin);
    clearInterval(housekeeping);
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    // A connection whose request ends from now on is idle in its turn.
    setInterval(() => server.closeIdleConnections(), 100);
    await Promise.all([closed, delivery.stop(mailWithin)]);
    await store.close();
    log.info('stopped');
    await errorReporting?.flush(2_000);
    exit(exitCode);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.on(signal, () => {
      log.info({ signal }, 'stopping');
      void stop();
    });
  process.on('uncaughtException', (error) => {
    exitCode = failure;
    log.fatal({ err: error }, 'unexpected failure: stopping');
    void stop();
  });

  server.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EADDRINUSE') log.fatal(`port ${config.port} is in use by another process`);
    else log.fatal({ err: error }, 'cannot listen');
    exit(failure);
  });
  server.listen(config.port, config.host, () => {
    const { port } = server.address() as AddressInfo;
    log.info({ host: config.host, port, url: `http://localhost:${port}` }, 'listening');
    pages.warm(log);
  });
}

run().catch((error: unknown) => {
  if (!(error instanceof DataDirectoryFault)) throw error;
  console.error(`DATA_DIR: ${error.message}`);
  process.exit(error.misconfigured ? configurationFault : failure);
});
