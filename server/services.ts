import type { Logger } from 'pino';
import type { Config } from './config/config.ts';
import { mailDomainOf } from './config/mailServerUrl.ts';
import { createHCaptcha } from './intake/captcha/hCaptcha.ts';
import { createProofOfWork } from './intake/captcha/proofOfWork.ts';
import { startFloodDetector } from './intake/floodDetector.ts';
import { deadlines } from './lib/deadlines.ts';
import { startArrivalWorker } from './mail/arrival/arrivalWorker.ts';
import { startMailWorker } from './mail/mailWorker.ts';
import type { MailOutcome } from './mail/outcome.ts';
import { fileTransport, mailFolder, smtpTransport } from './mail/transport.ts';
import { startSiteAlarms } from './operations/alarms/siteAlarms.ts';
import { backUpBeforeSchemaChange } from './operations/backups/automaticBackups.ts';
import { startMetrics } from './operations/metrics/metrics.ts';
import { startRetention } from './operations/retention.ts';
import { openOutbox } from './outbox/outbox.ts';
import { createPages } from './pages/pages.ts';

export type Services = Awaited<ReturnType<typeof startServices>>;

/**
 * Starts all parts that answer requests, keep submissions and send mail. The database may be out of reach, now or later. Rejects
 * with an `OperatorError` if trying again does not help. `dist`: the folder of the build. `keepsAnswers`: false to keep no answer.
 */
export async function startServices(config: Config, log: Logger, dist: string, keepsAnswers = true) {
  const { http, settled, operations, limits } = config;
  const { dataDirectory } = config.store;
  // `smtpUrl` and `imapUrl` hold logins: each URL goes to only one part of the server. `settings` holds no login.
  const { smtpUrl, settings } = config.mail;
  const { imapUrl } = config.mailbox;
  const { hCaptcha, isEnforced } = config.captcha;

  const backUp = (directory: string) => backUpBeforeSchemaChange(directory, log);
  const outbox = await openOutbox({ ...config.store, port: http.port, log, backUp });
  const { store } = outbox;
  const { secret } = store.maintenance;
  // The first call reads the site's secret from the store, or makes it. This is done now, so that no visitor waits for it.
  await secret().catch(() => {});
  const watched = { http, settled, operations, dataDirectory };
  const alarms = startSiteAlarms({ config: watched, outbox, log });
  const metrics = await startMetrics({ port: operations.metricsPort, store, alarms, log });
  const isFlooded = await startFloodDetector(store, limits.submissionFlood, alarms.tell);
  const proofOfWork = createProofOfWork(secret);
  // Orders always use the proof of work, because it asks nothing of the visitor. hCaptcha may show pictures.
  const contactCaptcha = hCaptcha ? createHCaptcha({ ...hCaptcha, log }) : proofOfWork;

  const onOutcome = (outcome: MailOutcome) => {
    alarms.noteMail(outcome);
    metrics?.countMail(outcome);
  };
  const onBounced = ({ kind }: Pick<MailOutcome, 'kind'>) => onOutcome({ kind, outcome: 'bounced' });
  const onArrived = metrics?.countArrival ?? (() => {});
  const transport = smtpUrl ? smtpTransport(smtpUrl) : fileTransport(mailFolder(dataDirectory), log);
  const mail = startMailWorker({ mails: store.mails, settings, transport, log, onOutcome });
  outbox.listen(() => mail.wake());
  const arrival = imapUrl
    ? startArrivalWorker({ imapUrl, mailbox: store.mailbox, log, onArrived, onBounced })
    : undefined;
  const retention = startRetention({ retentionMilliseconds: operations.retentionMilliseconds, store, log, dist });
  const pages = createPages({ http, hCaptchaSiteKey: hCaptcha?.siteKey, dist, keepsAnswers, log });

  return {
    ...{ log, http, limits, store, pages, secret, alarms, metrics, isFlooded, proofOfWork },
    rateLimit: outbox.rateLimit,
    captchas: { order: proofOfWork, contact: contactCaptcha },
    acceptance: { isCaptchaEnforced: isEnforced, confirms: settings.mailConfirm, mailDomain: mailDomainOf(settings) },
    /** Stops background work; requests are still answered. After `timeout` milliseconds, aborts mails that are still being sent. */
    stop: async (timeout: number = deadlines.stop.mail): Promise<void> => {
      retention.stop();
      alarms.stop();
      await Promise.all([mail.stop(timeout), arrival?.stop()]);
    },
    /** Closes the renderer and the database. Call this function after the last request. */
    close: async (): Promise<void> => {
      pages.stop();
      await outbox.close();
    },
  };
}
