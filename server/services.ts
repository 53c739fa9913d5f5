import type { Logger } from 'pino';
import type { Config } from './config/config.ts';
import { mailDomainOf } from './config/mailServerUrl.ts';
import { createHCaptcha } from './intake/captcha/hCaptcha.ts';
import { createProofOfWork, type ProofOfWork } from './intake/captcha/proofOfWork.ts';
import { startFloodDetector } from './intake/floodDetector.ts';
import type { SubmissionServices } from './intake/submissionRoute.ts';
import { deadlines } from './lib/deadlines.ts';
import { startArrivalWorker } from './mail/arrival/arrivalWorker.ts';
import { startMailWorker } from './mail/mailWorker.ts';
import type { MailOutcome } from './mail/outcome.ts';
import { fileTransport, mailFolder, smtpTransport } from './mail/transport.ts';
import { startSiteAlarms } from './operations/alarms/siteAlarms.ts';
import { backUpBeforeSchemaChange } from './operations/backups/backup.ts';
import { startMetrics } from './operations/metrics/metrics.ts';
import { startRetention } from './operations/retention.ts';
import { type Outbox, openOutbox } from './outbox/outbox.ts';
import { createPages } from './pages/pages.ts';

/** What routes and other parts use. Each part is made once, by `startServices`. */
export type Services = SubmissionServices & {
  readonly proofOfWork: ProofOfWork;
  readonly alarms: ReturnType<typeof startSiteAlarms>;
  /** Undefined without METRICS_PORT. */
  readonly metrics: Awaited<ReturnType<typeof startMetrics>>;
  /** Stops background work; requests are still answered. After `timeout` milliseconds, aborts mails that are still being sent. */
  readonly stop: (timeout?: number) => Promise<void>;
  /** Closes the renderer and the database. Call this function after the last request. */
  readonly close: () => Promise<void>;
};

/** Starts to send mails, and to look for their arrival. Returns the function that stops both. */
function startMail(
  config: Config,
  outbox: Outbox,
  { alarms, metrics }: Pick<Services, 'alarms' | 'metrics'>,
  log: Logger,
) {
  // `smtpUrl` and `imapUrl` hold logins: each URL goes to only one part of the server. `settings` holds no login.
  const { smtpUrl, settings } = config.mail;
  const { imapUrl } = config.mailbox;
  const { mails, mailbox } = outbox.store;
  const onOutcome = (outcome: MailOutcome) => {
    alarms.recordMail(outcome);
    metrics?.countMail(outcome);
  };
  const onBounced = ({ kind }: Pick<MailOutcome, 'kind'>) => onOutcome({ kind, outcome: 'bounced' });
  const onArrived = metrics?.countArrival ?? (() => {});
  const transport = smtpUrl ? smtpTransport(smtpUrl) : fileTransport(mailFolder(config.store.dataDirectory), log);
  const worker = startMailWorker({ mails, settings, transport, log, onOutcome });
  outbox.listen(() => worker.wake());
  const arrival = imapUrl ? startArrivalWorker({ imapUrl, mailbox, log, onArrived, onBounced }) : undefined;
  return async (timeout: number): Promise<void> => {
    await Promise.all([worker.stop(timeout), arrival?.stop()]);
  };
}

/**
 * Starts all parts that answer requests, keep submissions and send mail. The database may be out of reach, now or later. Rejects
 * with an `OperatorError` if trying again does not help. `dist`: the folder of the build. `cachesResponses`: false to cache no response.
 */
export async function startServices(
  config: Config,
  log: Logger,
  dist: string,
  cachesResponses = true,
): Promise<Services> {
  const { http, isSet, operations, limits } = config;
  const { settings } = config.mail;
  const { dataDirectory } = config.store;
  const { hCaptcha, isEnforced } = config.captcha;

  const backUp = (directory: string) => backUpBeforeSchemaChange(directory, log);
  const outbox = await openOutbox({ ...config.store, port: http.port, log, backUp });
  const { store, rateLimit } = outbox;
  const { secret } = store.maintenance;
  // The first call reads the site's secret from the store, or makes it. This is done now, so that no visitor waits for it.
  await secret().catch((error: unknown) => log.error({ err: error }, 'signing secret not read'));
  const watched = { http, isSet, operations, dataDirectory };
  const alarms = startSiteAlarms({ config: watched, outbox, log });
  const metrics = await startMetrics({ port: operations.metricsPort, store, alarms, log });
  const isFlooded = await startFloodDetector(store, limits.submissionFlood, alarms.notify);
  const proofOfWork = createProofOfWork(secret);
  // Orders always use the proof of work, because it asks nothing of the visitor. hCaptcha may show pictures.
  const captchas = { order: proofOfWork, contact: hCaptcha ? createHCaptcha({ ...hCaptcha, log }) : proofOfWork };
  const stopMail = startMail(config, outbox, { alarms, metrics }, log);
  const retention = startRetention(store, operations.retentionMilliseconds, dist, log);
  const pages = createPages({ http, hCaptchaSiteKey: hCaptcha?.siteKey, dist, cachesResponses: cachesResponses, log });

  return {
    ...{ log, http, limits, rateLimit, store, pages, secret, alarms, metrics, isFlooded, proofOfWork, captchas },
    acceptance: { isCaptchaEnforced: isEnforced, confirms: settings.mailConfirm, mailDomain: mailDomainOf(settings) },
    stop: async (timeout = deadlines.stop.mail) => {
      retention.stop();
      alarms.stop();
      await stopMail(timeout);
    },
    close: async () => {
      pages.stop();
      await outbox.close();
    },
  };
}
