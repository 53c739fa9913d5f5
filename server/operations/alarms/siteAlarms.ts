import type { Logger } from 'pino';
import type { Config } from '../../config/config.ts';
import type { MailOutcome } from '../../mail/outcome.ts';
import type { Store } from '../../outbox/store.ts';
import { startAlarms } from './alarms.ts';
import { arrivalChecks } from './arrivalChecks.ts';
import { backupCheck } from './backupCheck.ts';
import { certificateCheck } from './certificate.ts';
import { diskCheck } from './disk.ts';
import { startHeartbeat } from './heartbeat.ts';
import { openSettingChecks, proxyCheck } from './openSettings.ts';
import {
  backlogCheck,
  clockCheck,
  failedDeliveriesCheck,
  mailConfigurationCheck,
  newDatabaseCheck,
  retentionCheck,
  storeCheck,
} from './storeChecks.ts';
import { startWebhook } from './webhook.ts';

type SiteAlarmsOptions = {
  readonly config: Config;
  readonly store: Store;
  /** Whether this process has created the database. */
  readonly isStoreNew: () => boolean;
  readonly log: Logger;
};

/** Starts the site's alarms, which also go to `ALARM_URL`, and its heartbeat. */
export function startSiteAlarms({ config, store, isStoreNew, log }: SiteAlarmsOptions) {
  const { alarmUrl, alarmFormat, heartbeatUrl, publicOrigin } = config;
  const webhook = alarmUrl
    ? startWebhook({ url: alarmUrl, format: alarmFormat, host: new URL(publicOrigin).host, log })
    : undefined;
  const mail = mailConfigurationCheck(config.smtpUrl);
  const writing = storeCheck(store, config.databaseUrl !== undefined);
  const proxy = proxyCheck();
  const outbox = [failedDeliveriesCheck(store), backlogCheck(store), mail.check];
  const outboxNames = outbox.map(({ name }) => name);
  const alarms = startAlarms({
    checks: [
      ...openSettingChecks(config),
      proxy.check,
      ...outbox,
      ...(config.imapUrl ? arrivalChecks(store) : []),
      writing.check,
      ...(config.publicOriginIsSet ? [newDatabaseCheck(isStoreNew)] : []),
      clockCheck(store),
      retentionCheck(store, config.retentionMilliseconds),
      diskCheck(config.dataDirectory),
      ...(config.backupDirectory ? [backupCheck(config.backupDirectory, store)] : []),
      ...(publicOrigin.startsWith('https:') ? [certificateCheck(publicOrigin)] : []),
    ],
    log,
    ...(webhook && { onNotice: webhook.post }),
  });

  let heartbeat: ReturnType<typeof startHeartbeat> | undefined;
  let isStopped = false;
  const isWell = () => ![...alarms.levels().values()].includes('error');
  void alarms.checkedOnce.then(() => {
    if (heartbeatUrl && !isStopped) heartbeat = startHeartbeat({ url: heartbeatUrl, isWell, log });
  });

  return {
    noteMail: (outcome: MailOutcome): void => {
      if (outcome.kind === 'confirmation') return;
      mail.note(outcome);
      const levels = alarms.levels();
      if (outcome.outcome !== 'sent' || outboxNames.some((name) => levels.get(name))) alarms.checkNow(...outboxNames);
    },
    /** Called when a request has come through a proxy that is not trusted. */
    noteProxy: (): void => {
      proxy.note();
      if (alarms.levels().get(proxy.check.name) === undefined) alarms.checkNow(proxy.check.name);
    },
    /** Called when a write to the store has failed. */
    noteStoreFault: (): void => {
      writing.noteFault();
      alarms.checkNow(writing.check.name);
    },
    /** By each alarm's name its level; undefined: it is not active. */
    levels: alarms.levels,
    /** Aborts what is under way. */
    stop: (): void => {
      isStopped = true;
      alarms.stop();
      webhook?.stop();
      heartbeat?.stop();
    },
  };
}
