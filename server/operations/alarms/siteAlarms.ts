import type { Logger } from 'pino';
import type { Config } from '../../config/config.ts';
import type { MailOutcome } from '../../mail/outcome.ts';
import type { Store } from '../../outbox/store.ts';
import { startAlarms } from './alarms.ts';
import { arrival } from './conditions/arrival.ts';
import { backup } from './conditions/backup.ts';
import { certificate } from './conditions/certificate.ts';
import { disk } from './conditions/disk.ts';
import { mailConfiguration } from './conditions/mailConfiguration.ts';
import { backlog, clock, failedDeliveries, retention } from './conditions/outbox.ts';
import { openSettings, proxy } from './conditions/settings.ts';
import { newDatabase, storeWritten } from './conditions/storeWritten.ts';
import { startHeartbeat } from './heartbeat.ts';
import { keepToldAlarms, readToldAlarms } from './toldAlarms.ts';
import { startWebhook } from './webhook.ts';

type SiteAlarmsOptions = {
  readonly config: Pick<Config, 'settled' | 'operations'> & {
    readonly http: Pick<Config['http'], 'publicOrigin' | 'trustedProxies'>;
    readonly dataDirectory: string;
  };
  readonly store: Store;
  /** Whether this process has created the database. */
  readonly isStoreNew: () => boolean;
  readonly log: Logger;
};

/** Starts the site's alarms, which also go to `ALARM_URL`, and its heartbeat. */
export function startSiteAlarms({ config, store, isStoreNew, log }: SiteAlarmsOptions) {
  const { settled, dataDirectory } = config;
  const { publicOrigin, trustedProxies } = config.http;
  const { alarmUrl, alarmFormat, heartbeatUrl, backupDirectory, retentionMilliseconds } = config.operations;
  const webhook =
    alarmUrl && startWebhook({ url: alarmUrl, format: alarmFormat, host: new URL(publicOrigin).host, log });
  const before = readToldAlarms(dataDirectory);
  const mail = mailConfiguration(settled.smtpUrl, before.get('mail-configuration'));
  const writing = storeWritten(store, settled.databaseUrl);
  const outbox = [failedDeliveries(store), backlog(store), mail.condition];
  const outboxNames = outbox.map(({ name }) => name);
  let proxyIsSeen = before.has('proxy');
  const alarms = startAlarms({
    conditions: [
      writing.condition,
      ...openSettings(settled, dataDirectory),
      proxy(trustedProxies, () => proxyIsSeen),
      ...outbox,
      ...(settled.imapUrl ? arrival(store) : []),
      ...(settled.publicOrigin ? [newDatabase(isStoreNew)] : []),
      clock(store),
      retention(store, retentionMilliseconds),
      disk(dataDirectory),
      ...(backupDirectory ? [backup(backupDirectory, store)] : []),
      ...(publicOrigin.startsWith('https:') ? [certificate(publicOrigin)] : []),
    ],
    before,
    log,
    ...(webhook && { onNotice: webhook.post }),
    onChange: (active) => keepToldAlarms(dataDirectory, active),
  });

  let heartbeat: ReturnType<typeof startHeartbeat> | undefined;
  let isStopped = false;
  const isWell = () => ![...alarms.active.values()].some(({ level }) => level === 'error');
  void alarms.lookedOnce.then(() => {
    if (heartbeatUrl && !isStopped) heartbeat = startHeartbeat({ url: heartbeatUrl, isWell, log });
  });

  return {
    names: alarms.names,
    active: alarms.active,
    /** Tells of an event that is no condition. */
    tell: alarms.tell,
    noteMail: (outcome: MailOutcome): void => {
      if (outcome.kind === 'confirmation') return;
      mail.note(outcome);
      if (outcome.outcome !== 'sent' || outboxNames.some((name) => alarms.active.has(name)))
        alarms.lookSoon(...outboxNames);
    },
    /** A request has come through a proxy that is not trusted. */
    noteProxy: (): void => {
      if (proxyIsSeen) return;
      proxyIsSeen = true;
      alarms.lookSoon('proxy');
    },
    /** A write to the store has failed. */
    noteStoreFault: (): void => {
      writing.noteFault();
      alarms.lookSoon(writing.condition.name);
    },
    stop: (): void => {
      isStopped = true;
      alarms.stop();
      if (webhook) webhook.stop();
      heartbeat?.stop();
    },
  };
}
