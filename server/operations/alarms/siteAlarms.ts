import path from 'node:path';
import type { Logger } from 'pino';
import type { Config } from '../../config/config.ts';
import { dataEntries } from '../../config/dataDirectory.ts';
import type { MailOutcome } from '../../mail/outcome.ts';
import type { Outbox } from '../../outbox/outbox.ts';
import { startAlarms } from './alarms.ts';
import { backup } from './conditions/backup.ts';
import { certificate } from './conditions/certificate.ts';
import { arrival, delivery } from './conditions/mail.ts';
import { settingConditions } from './conditions/settings.ts';
import { disk, newDatabase, retention, storeWritten } from './conditions/store.ts';
import { startHeartbeat, startWebhook } from './webhook.ts';

type SiteAlarmsOptions = {
  readonly config: Pick<Config, 'http' | 'isSet' | 'operations'> & { readonly dataDirectory: string };
  readonly outbox: Pick<Outbox, 'store' | 'isNew' | 'hasRole'>;
  readonly log: Logger;
};

/** Starts the site's alarms and its heartbeat. Alarms are logged, and posted to `ALARM_URL` if that is set. */
export function startSiteAlarms({ config, outbox: { store, isNew, hasRole }, log }: SiteAlarmsOptions) {
  const { isSet, dataDirectory } = config;
  const { publicOrigin, trustedProxies } = config.http;
  const { alarmUrl, alarmFormat, heartbeatUrl, backupDirectory, retentionMilliseconds } = config.operations;
  const { host, protocol } = new URL(publicOrigin);
  let storeFaultAt = Number.NEGATIVE_INFINITY;
  let isProxySeen = false;
  let mailAdvice: string | undefined;
  if (backupDirectory && isSet.databaseUrl)
    log.warn('BACKUP_DIR has no effect with DATABASE_URL: back up PostgreSQL with pg_dump');
  const alarms = startAlarms({
    conditions: [
      storeWritten(store, isSet.databaseUrl, () => storeFaultAt),
      ...settingConditions(isSet, dataDirectory, (wasSeen) => trustedProxies === 0 && (wasSeen || isProxySeen)),
      ...delivery(store, isSet.smtpUrl, () => mailAdvice),
      ...(isSet.imapUrl ? arrival(store) : []),
      ...(isSet.publicOrigin ? [newDatabase(isNew)] : []),
      retention(store, retentionMilliseconds),
      disk(dataDirectory),
      ...(backupDirectory && !isSet.databaseUrl ? [backup(backupDirectory, store)] : []),
      ...(protocol === 'https:' ? [certificate(publicOrigin)] : []),
    ],
    file: path.join(dataDirectory, dataEntries.alarms.name),
    log,
    hasRole,
    onMessage: alarmUrl ? startWebhook({ url: alarmUrl, format: alarmFormat, host, log }) : undefined,
  });

  const isWell = () => ![...alarms.active.values()].some(({ level }) => level === 'error');
  if (heartbeatUrl) void alarms.checkedOnce.then(() => startHeartbeat(heartbeatUrl, log, isWell));

  return {
    ...alarms,
    recordMail: ({ kind, outcome, advice }: MailOutcome): void => {
      if (kind === 'confirmation') return;
      if (outcome === 'misconfigured') mailAdvice = advice;
      if (outcome !== 'sent' || alarms.active.has('mail-configuration')) alarms.checkSoon();
    },
    /** Call this when a request has come through a proxy that is not trusted. */
    recordProxy: (): void => {
      if (!isProxySeen) alarms.checkSoon();
      isProxySeen = true;
    },
    /** Call this when a write to the store has failed. */
    recordStoreFault: (): void => {
      storeFaultAt = performance.now();
      alarms.checkSoon();
    },
  };
}
