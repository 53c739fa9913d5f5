import { existsSync } from 'node:fs';
import { type Confirmations, commitmentFacts, companyFacts } from '../../../../shared/ownerFacts.ts';
import { commandLine } from '../../../config/commandLine.ts';
import type { Config } from '../../../config/config.ts';
import { day } from '../../../lib/times.ts';
import { databaseFile } from '../../../outbox/sqlite/sqliteDatabase.ts';
import type { Condition } from '../alarms.ts';

/** The names of the facts that the owner has not confirmed. */
export function unconfirmed(facts: Confirmations): readonly string[] {
  return Object.keys(facts).filter((name) => !facts[name]?.confirmed);
}

/** A condition about a setting. Most settings change only with a restart, so the next process reports that the alarm is over. */
function setting(name: string, holds: (isActive: boolean) => boolean, message: string): Condition {
  const look = async (isActive: boolean) => (holds(isActive) ? message : undefined);
  return { name, isLocal: true, look, over: `The setting is correct now: ${name}`, repeatAfter: day };
}

/**
 * Conditions: a setting is missing or weak. `ignoresProxy` says whether a request came through a proxy though TRUST_PROXY is 0.
 * Its parameter `wasSeen` says whether this alarm is active already, perhaps since an earlier process.
 */
export function settingConditions(
  settled: Config['settled'],
  dataDirectory: string,
  ignoresProxy: (wasSeen: boolean) => boolean,
): readonly Condition[] {
  const facts = unconfirmed({ ...companyFacts(), ...commitmentFacts });
  return [
    setting(
      'open-facts',
      () => facts.length > 0,
      `shared/company.ts has placeholders, or shared/ownerFacts.ts has facts that the owner has not confirmed; settle these before the site goes public: ${facts.join(', ')}`,
    ),
    setting(
      'public-origin',
      () => !settled.publicOrigin,
      'PUBLIC_ORIGIN is not set: canonical links point to localhost; set it to the address of the site',
    ),
    setting(
      'mail-to',
      () => settled.publicOrigin && !settled.mailTo,
      "MAIL_TO is not set: orders and messages go to the company's address in shared/company.ts; set it to the mailbox that is read",
    ),
    setting(
      'alarm-url',
      () => settled.publicOrigin && !settled.alarmUrl,
      'ALARM_URL is not set: when mail fails, only readers of this log learn of it; set ALARM_URL to ntfy.sh or a chat webhook',
    ),
    setting(
      'smtp-url',
      () => !settled.smtpUrl,
      'SMTP_URL is not set: each mail is written as a file to DATA_DIR/mail; set it to your mail server',
    ),
    setting(
      'proxy',
      ignoresProxy,
      'A proxy stands in front (X-Forwarded-For), and TRUST_PROXY is 0: all visitors count as one client, so the eleventh order within ten minutes is refused; set TRUST_PROXY to the number of proxies',
    ),
    setting(
      'unknown-variables',
      () => settled.unknownVariables.length > 0,
      `.env sets variables that the server does not read: ${settled.unknownVariables.join(', ')}; .env.example has all names`,
    ),
    setting(
      'replaced-database',
      () => settled.databaseUrl && existsSync(databaseFile(dataDirectory)),
      `DATA_DIR still holds a database that DATABASE_URL has replaced: if its submissions are not moved yet, move them with "${commandLine} migrate"; then remove the file`,
    ),
    setting(
      'database-tls',
      () => settled.databaseIsOpen,
      'DATABASE_URL names another machine without sslmode=verify-full: submissions cross the network unencrypted; add sslmode=verify-full',
    ),
  ];
}
