import type { Logger } from 'pino';
import type { Config } from '../../config/config.ts';
import type { MailOutcome } from '../../mail/outcome.ts';
import type { Store } from '../../outbox/store.ts';
import { activeAlarmsFile } from './activeAlarmsFile.ts';
import { startAlarms } from './alarms.ts';
import { backup } from './conditions/backup.ts';
import { certificate } from './conditions/certificate.ts';
import { disk } from './conditions/disk.ts';
import { arrival, delivery, mailConfiguration } from './conditions/mail.ts';
import { proxy, settingConditions } from './conditions/settings.ts';
import { newDatabase, storeWritten, times } from './conditions/store.ts';
import { startHeartbeat } from './heartbeat.ts';
import { startWebhook } from './webhook.ts';

type SiteAlarmsOptions = {
  readonly config: Pick<Config, 'http' | 'settled' | 'operations'> & { readonly dataDirectory: string };
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
  const { host, protocol } = new URL(publicOrigin);
  const webhook = alarmUrl ? startWebhook({ url: alarmUrl, format: alarmFormat, host, log }) : undefined;
  const keptAlarms = activeAlarmsFile(dataDirectory);
  const before = keptAlarms.read();
  const mail = mailConfiguration(settled.smtpUrl, before.get('mail-configuration'));
  const writing = storeWritten(store, settled.databaseUrl);
  const outbox = [...delivery(store), mail.condition];
  const outboxNames = outbox.map(({ name }) => name);
  let isProxySeen = before.has('proxy');
  const alarms = startAlarms({
    conditions: [
      writing.condition,
      ...settingConditions(settled, dataDirectory),
      proxy(trustedProxies, () => isProxySeen),
      ...outbox,
      ...(settled.imapUrl ? arrival(store) : []),
      ...(settled.publicOrigin ? [newDatabase(isStoreNew)] : []),
      ...times(store, retentionMilliseconds),
      disk(dataDirectory),
      ...(backupDirectory ? [backup(backupDirectory, store)] : []),
      ...(protocol === 'https:' ? [certificate(publicOrigin)] : []),
    ],
    before,
    log,
    onMessage: webhook?.post,
    onChange: keptAlarms.write,
  });

  const isWell = () => ![...alarms.active.values()].some(({ level }) => level === 'error');
  const begin = alarms.lookedOnce;
  const heartbeat = heartbeatUrl ? startHeartbeat({ url: heartbeatUrl, isWell, log, begin }) : undefined;

  return {
    names: alarms.names,
    active: alarms.active,
    /** Reports an event that happens once and is no condition. */
    tell: alarms.tell,
    noteMail: (outcome: MailOutcome): void => {
      if (outcome.kind === 'confirmation') return;
      mail.note(outcome);
      if (outcome.outcome !== 'sent' || outboxNames.some((name) => alarms.active.has(name)))
        alarms.lookSoon(...outboxNames);
    },
    /** Call this when a request has come through a proxy that is not trusted. */
    noteProxy: (): void => {
      if (isProxySeen) return;
      isProxySeen = true;
      alarms.lookSoon('proxy');
    },
    /** Call this when a write to the store has failed. */
    noteStoreFault: (): void => {
      writing.noteFault();
      alarms.lookSoon(writing.condition.name);
    },
    stop: (): void => {
      alarms.stop();
      webhook?.stop();
      heartbeat?.stop();
    },
  };
}
