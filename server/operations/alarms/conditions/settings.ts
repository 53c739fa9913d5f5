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

/** Conditions: a setting is missing or weak. `ignoresProxy`: TRUST_PROXY is 0 behind a proxy. `wasSeen`: its alarm is active already. */
export function settingConditions(
  isSet: Config['isSet'],
  dataDirectory: string,
  ignoresProxy: (wasSeen: boolean) => boolean,
): readonly Condition[] {
  const facts = unconfirmed({ ...companyFacts(), ...commitmentFacts });
  // Each setting's message, or a false value if the setting is right. The parameter says whether the alarm is active now.
  const messages: Readonly<Record<string, (isActive: boolean) => string | false>> = {
    'open-facts': () =>
      facts.length > 0 &&
      `shared/company.ts has placeholders, or shared/ownerFacts.ts has facts that the owner has not confirmed; settle these before the site goes public: ${facts.join(', ')}`,
    'public-origin': () =>
      !isSet.publicOrigin &&
      'PUBLIC_ORIGIN is not set: canonical links point to localhost; set it to the address of the site',
    'mail-to': () =>
      isSet.publicOrigin &&
      !isSet.mailTo &&
      "MAIL_TO is not set: orders and messages go to the company's address in shared/company.ts; set it to the mailbox that is read",
    'alarm-url': () =>
      isSet.publicOrigin &&
      !isSet.alarmUrl &&
      'ALARM_URL is not set: when mail fails, only readers of this log learn of it; set ALARM_URL to ntfy.sh or a chat webhook',
    'smtp-url': () =>
      !isSet.smtpUrl &&
      'SMTP_URL is not set: each mail is written as a file to DATA_DIR/mail; set it to your mail server',
    proxy: (isActive) =>
      ignoresProxy(isActive) &&
      'A proxy stands in front (X-Forwarded-For), and TRUST_PROXY is 0: all visitors count as one client, so the eleventh order within ten minutes is refused; set TRUST_PROXY to the number of proxies',
    'unknown-variables': () =>
      isSet.unknownVariables.length > 0 &&
      `.env sets variables that the server does not read: ${isSet.unknownVariables.join(', ')}; .env.example has all names`,
    'replaced-database': () =>
      isSet.databaseUrl &&
      existsSync(databaseFile(dataDirectory)) &&
      `DATA_DIR still holds a database that DATABASE_URL has replaced: if its submissions are not moved yet, move them with "${commandLine} migrate"; then remove the file`,
    'database-tls': () =>
      isSet.databaseIsOpen &&
      'DATABASE_URL names another machine without sslmode=verify-full: submissions cross the network unencrypted; add sslmode=verify-full',
  };
  // Most settings change only with a restart, so the next process reports that the alarm is over.
  return Object.entries(messages).map(([name, messageIf]) => ({
    name,
    isLocal: true,
    check: async (isActive) => messageIf(isActive) || undefined,
    over: `The setting is correct now: ${name}`,
    repeatAfter: day,
  }));
}
