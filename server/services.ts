import path from 'node:path';
import type { Logger } from 'pino';
import type { Config } from './config/config.ts';
import { type FileDirectories, fileMakers } from './http/files.ts';
import { watchHealth } from './http/health.ts';
import { pagePolicy, securityHeaders } from './http/securityHeaders.ts';
import { captchasOf } from './intake/captcha/captcha.ts';
import { createHCaptcha } from './intake/captcha/hCaptcha.ts';
import { createProofOfWork } from './intake/captcha/proofOfWork.ts';
import { startFloodDetector } from './intake/floodDetector.ts';
import { deadlines } from './lib/deadlines.ts';
import { startArrivalWorker } from './mail/arrival/arrivalWorker.ts';
import { mailDomainOf } from './mail/mail.ts';
import { startMailWorker } from './mail/mailWorker.ts';
import type { MailOutcome } from './mail/outcome.ts';
import { fileTransport, mailFolder, smtpTransport } from './mail/transport.ts';
import { startSiteAlarms } from './operations/alarms/siteAlarms.ts';
import { backUpBeforeSchemaChange } from './operations/backups/automaticBackups.ts';
import { startMetrics } from './operations/metrics/startMetrics.ts';
import { startRetention } from './operations/retention.ts';
import { openOutbox } from './outbox/outbox.ts';
import type { Store } from './outbox/store.ts';
import { pagePaths } from './pages/addresses.ts';
import { createAnswers } from './pages/answers.ts';
import { discoveryMakers } from './pages/discovery.ts';
import { createPages, pageMaker, pageMakers } from './pages/pages.ts';
import { createRenderer } from './pages/renderer.ts';
import { createResolve } from './pages/resolve.ts';
import { siteState } from './pages/siteState.ts';

export type ServiceOptions = {
  /** The folder of the build. */
  readonly dist: string;
  /** False: every request has its answer made. */
  readonly usesResponseCache?: boolean;
};

/** Creates what makes the pages, and decides what an address is. */
function createPageServices(config: Config, log: Logger, { dist, usesResponseCache = true }: ServiceOptions) {
  const directories: FileDirectories = {
    assets: path.join(dist, 'client', 'assets'),
    static: path.join(dist, '..', 'static'),
    documents: path.join(dist, 'documents'),
    share: path.join(dist, 'share'),
  };
  const files = [...fileMakers(directories), ...discoveryMakers(config.http.publicOrigin, pagePaths)];
  const resolve = createResolve(
    config.http,
    files.map(([address]) => address),
  );
  const renderer = createRenderer({
    program: path.join(dist, 'server', 'rendering.cjs'),
    parameters: [JSON.stringify(siteState(config.http, config.captcha.hCaptcha?.siteKey))],
  });
  const policyOf = pagePolicy({ ...config.http, usesHCaptcha: config.captcha.hCaptcha !== undefined });
  const commonHeaders = securityHeaders(config.http);
  const makePage = pageMaker(renderer, policyOf);
  const answers = createAnswers({
    ready: new Map([...pageMakers(makePage), ...files]),
    other: makePage,
    commonHeaders,
    isKept: usesResponseCache,
    log,
  });
  const pages = createPages({ answers, renderer, resolve, policyOf, commonHeaders, log });
  return { directories, resolve, renderer, pages, answers, commonHeaders };
}

function createCaptchas({ hCaptcha }: Config['captcha'], log: Logger, secret: () => Promise<Uint8Array>) {
  const proofOfWork = createProofOfWork(secret);
  return {
    proofOfWork,
    captchas: captchasOf(proofOfWork, hCaptcha && createHCaptcha({ ...hCaptcha, log })),
  };
}

export type Services = Awaited<ReturnType<typeof startServices>>;

/** Opens the outbox. `isNew`: whether this process has created its database. Rejects with a `StoreFault`. */
async function openStore({ store, mail }: Pick<Config, 'store' | 'mail'>, log: Logger) {
  let isNew = false;
  const outbox = await openOutbox({
    ...store,
    mailDomain: mailDomainOf(mail.settings),
    log,
    backUp: async (directory) => {
      const backup = await backUpBeforeSchemaChange(directory);
      if (backup) log.info(backup, 'database backed up before its schema changes');
    },
    onCreated: () => {
      isNew = true;
    },
    // Waiting does not help.
    onFault: ({ message, exitCode }) => {
      log.fatal(message);
      process.exit(exitCode);
    },
  });
  return { ...outbox, isNew: () => isNew };
}

/** Starts to send mail. */
function startMail(
  { mail, store: { dataDirectory } }: Pick<Config, 'mail' | 'store'>,
  store: Store,
  log: Logger,
  onOutcome: (outcome: MailOutcome) => void,
) {
  return startMailWorker({
    mails: store.mails,
    settings: mail.settings,
    log,
    transport: mail.smtpUrl ? smtpTransport(mail.smtpUrl) : fileTransport(mailFolder(dataDirectory), log),
    onOutcome,
  });
}

/**
 * Starts what answers requests, keeps submissions and sends mail. The store may be away, now or later. Rejects with a `StoreFault`
 * where waiting does not help.
 */
export async function startServices(config: Config, log: Logger, options: ServiceOptions) {
  const { dataDirectory } = config.store;
  const outbox = await openStore(config, log);
  const { store, rateLimit } = outbox;
  const { secret } = store.maintenance;
  // Made now, so that no visitor waits for it.
  await secret().catch(() => {});
  const alarms = startSiteAlarms({
    config: { http: config.http, settled: config.settled, operations: config.operations, dataDirectory },
    store,
    isStoreNew: outbox.isNew,
    log,
  });
  const metrics = await startMetrics({ port: config.operations.metricsPort, store, alarms, log });
  const flood = await startFloodDetector({ submissionFlood: config.limits.submissionFlood, store, tell: alarms.tell });
  const onOutcome = (outcome: MailOutcome) => {
    alarms.noteMail(outcome);
    metrics?.countMail(outcome);
  };
  const mail = startMail(config, store, log, onOutcome);
  outbox.listen(mail.wake);
  const arrival = config.mailbox.imapUrl
    ? startArrivalWorker({
        imapUrl: config.mailbox.imapUrl,
        mailbox: store.mailbox,
        log,
        onArrived: metrics?.countArrival ?? (() => {}),
        onBounced: ({ kind }) => onOutcome({ kind, outcome: 'bounced' }),
      })
    : undefined;
  const retention = startRetention({
    retentionMilliseconds: config.operations.retentionMilliseconds,
    store,
    log,
    program: path.join(options.dist, 'server', 'submissions.cjs'),
  });
  const { renderer, ...pageServices } = createPageServices(config, log, options);

  return {
    config,
    log,
    store,
    rateLimit,
    secret,
    alarms,
    metrics,
    flood,
    mail,
    health: watchHealth(store.maintenance.probe, alarms.noteStoreFault),
    ...createCaptchas(config.captcha, log, secret),
    ...pageServices,
    /** Requests are still answered. Resolves when no mail is under way; after `timeout` milliseconds mail is aborted. */
    stop: async (timeout: number = deadlines.stop.mail): Promise<void> => {
      retention.stop();
      alarms.stop();
      metrics?.stop();
      await Promise.all([mail.stop(timeout), arrival?.stop()]);
    },
    /** Closes what requests need, after the last one. */
    close: async (): Promise<void> => {
      renderer.stop();
      await outbox.close();
    },
  };
}
