import { existsSync } from 'node:fs';
import { type Confirmations, commitmentFacts, companyFacts } from '../../../../shared/ownerFacts.ts';
import { commandLine } from '../../../config/commandLine.ts';
import type { Config } from '../../../config/config.ts';
import { unknownVariables } from '../../../config/envFile.ts';
import { databaseFile } from '../../../outbox/sqlite/sqliteDatabase.ts';
import type { Condition } from '../alarms.ts';

const day = 24 * 60 * 60 * 1000;

type Settled = Config['settled'];

/** The names of the facts that the owner has not confirmed. Undefined if all are confirmed. */
export function unconfirmedFacts(ofCompany: Confirmations, commitments: Confirmations) {
  const unconfirmedIn = (facts: Confirmations) => Object.keys(facts).filter((name) => !facts[name]?.confirmed);
  const [placeholders, unconfirmed] = [unconfirmedIn(ofCompany), unconfirmedIn(commitments)];
  return placeholders.length + unconfirmed.length > 0 ? { placeholders, unconfirmed } : undefined;
}

/** A warning while `holds` is true. Most settings change only with a restart, so the next process reports the end. */
function setting(name: string, holds: () => boolean, message: string, over: string, fields = {}): Condition {
  return {
    name,
    look: async () => (holds() ? { level: 'warn', message, fields } : undefined),
    over,
    repeatAfter: day,
  };
}

/** Holds if there is a proxy that is not trusted. `isSeen`: whether a request has come through a proxy. */
export function proxy(trustedProxies: number, isSeen: () => boolean): Condition {
  return setting(
    'proxy',
    () => trustedProxies === 0 && isSeen(),
    'A proxy stands in front (X-Forwarded-For), and TRUST_PROXY is 0: all visitors count as one client, so the eleventh order within ten minutes is refused; set TRUST_PROXY to the number of proxies',
    'TRUST_PROXY is set, or no proxy was seen since the start',
  );
}

/** A database that is no longer used, and one that is reached without encryption. */
function databases(settled: Settled, dataDirectory: string): readonly Condition[] {
  return [
    setting(
      'replaced-database',
      () => settled.databaseUrl && existsSync(databaseFile(dataDirectory)),
      `DATA_DIR still holds a database that DATABASE_URL has replaced: move what is in it with "${commandLine} migrate" if that is still to do, then remove it`,
      'DATA_DIR holds no replaced database any more',
    ),
    setting(
      'database-tls',
      () => settled.databaseIsOpen,
      'DATABASE_URL names another machine without sslmode=verify-full: submissions cross the network unencrypted; add it',
      'The way to the database is encrypted',
    ),
  ];
}

/** Conditions: a setting must be made before the site goes public. */
export function settingConditions(settled: Settled, dataDirectory: string): readonly Condition[] {
  const facts = unconfirmedFacts(companyFacts(), commitmentFacts);
  const unknown = unknownVariables().map(({ name, nearest }) => `${name} (is it ${nearest}?)`);
  return [
    setting(
      'open-facts',
      () => facts !== undefined,
      'shared/company.ts has placeholders, or shared/ownerFacts.ts has facts that the owner has not confirmed: settle them before the site goes public',
      'The owner has confirmed all facts',
      facts,
    ),
    setting(
      'public-origin',
      () => !settled.publicOrigin,
      'PUBLIC_ORIGIN is not set: canonical links point to localhost; set it to the address of the site',
      'PUBLIC_ORIGIN is set',
    ),
    setting(
      'mail-to',
      () => settled.publicOrigin && !settled.mailTo,
      "MAIL_TO is not set: orders and messages go to the company's address in shared/company.ts; set it to the mailbox that is read",
      'MAIL_TO is set',
    ),
    setting(
      'alarm-url',
      () => settled.publicOrigin && !settled.alarmUrl,
      'ALARM_URL is not set: when mail fails, nobody hears of it who does not read this log; set it to ntfy.sh or a chat webhook',
      'ALARM_URL is set',
    ),
    setting(
      'unknown-variables',
      () => unknown.length > 0,
      `.env sets what nothing reads: ${unknown.join(', ')}; .env.example has all names`,
      '.env sets only what is read',
    ),
    setting(
      'smtp-url',
      () => !settled.smtpUrl,
      'SMTP_URL is not set: each mail is written as a file to DATA_DIR/mail; set it to your mail server',
      'SMTP_URL is set',
    ),
    ...databases(settled, dataDirectory),
  ];
}
