import path from 'node:path';
import type { Express } from 'express';
import type { Logger } from 'pino';
import { createApp } from './app.ts';
import type { Config } from './config/config.ts';
import type { FileDirectories } from './http/files.ts';
import { type Middleware, pagePolicy, securityHeaders } from './http/securityHeaders.ts';
import { captchasOf } from './intake/captcha/captcha.ts';
import { createHCaptcha } from './intake/captcha/hCaptcha.ts';
import { createProofOfWork } from './intake/captcha/proofOfWork.ts';
import { startFloodDetector } from './intake/floodDetector.ts';
import { deadlines } from './lib/deadlines.ts';
import { startConfirmations } from './mail/confirmations.ts';
import { startDelivery } from './mail/delivery.ts';
import { fileTransport, smtpTransport } from './mail/transport.ts';
import { mailFolder } from './mail/writtenMail.ts';
import { startSiteAlarms } from './operations/alarms/siteAlarms.ts';
import { type ServedMetrics, startMetrics } from './operations/metrics/startMetrics.ts';
import { openOutbox } from './outbox/outbox.ts';
import { createPages, type Pages } from './pages/pages.ts';
import { createRenderer } from './pages/renderer.ts';
import { siteState } from './pages/siteState.ts';
import { startRetention } from './retention/retention.ts';

export type ServicesOptions = {
  readonly config: Config;
  readonly log: Logger;
  /** The folder of the build. */
  readonly dist: string;
  /** Whether the process has begun to stop. */
  readonly isStopping: () => boolean;
};

/** What answers requests, keeps submissions and sends mail. */
export type Services = {
  readonly app: Express;
  readonly pages: Pages;
  readonly metrics: ServedMetrics | undefined;
  readonly securityHeaders: readonly Middleware[];
  readonly directories: FileDirectories;
  /** Requests are still answered. Resolves when no mail is under way; after `timeout` milliseconds mail is aborted. */
  readonly stop: (timeout?: number) => Promise<void>;
  /** Closes what requests need, after the last one. */
  readonly close: () => Promise<void>;
};

/** Opens the outbox, starts mail, retention, alarms and metrics, and creates the application. Rejects with a `StoreFault`. */
export async function startServices(options: ServicesOptions): Promise<Services> {
  const { config, log, dist, isStopping } = options;
  const mailDomain = /@([^\s<>@]+)>?$/.exec(config.mailFrom)?.[1] ?? 'localhost';
  const outbox = await openOutbox({ ...config, mailDomain, log });
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
    ? startConfirmations({ ...mailOptions(), caps: config.mailConfirmCaps, onOutcome: metrics?.countConfirmation })
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
  const renderer = createRenderer({
    program: path.join(dist, 'server', 'rendering.cjs'),
    parameters: [JSON.stringify(siteState(config))],
  });
  const pages = createPages({ renderer, policyOf: pagePolicy(config), log });
  const directories: FileDirectories = {
    assets: path.join(dist, 'client', 'assets'),
    static: path.join(dist, '..', 'static'),
    documents: path.join(dist, 'documents'),
    share: path.join(dist, 'share'),
  };
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
    isStopping,
  });

  return {
    app,
    pages,
    metrics,
    securityHeaders: headers,
    directories,
    stop: async (timeout = deadlines.stop.mail) => {
      retention.stop();
      alarms.stop();
      metrics?.stop();
      await Promise.all([delivery.stop(timeout), confirmations?.stop(timeout)]);
    },
    close: async () => {
      renderer.stop();
      await outbox.close();
    },
  };
}
