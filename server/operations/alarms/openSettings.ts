import { existsSync } from 'node:fs';
import { type Confirmations, commitmentFacts, companyFacts } from '../../../shared/ownerFacts.ts';
import { commandLine } from '../../config/commandLine.ts';
import type { Config } from '../../config/config.ts';
import { crossesNetworkOpenly } from '../../config/databaseUrl.ts';
import { unknownVariables } from '../../config/envFile.ts';
import { waiversOf } from '../../config/smtpUrl.ts';
import { databaseFile } from '../../outbox/sqlite/sqliteDatabase.ts';
import type { Check } from './alarms.ts';

const day = 24 * 60 * 60 * 1000;

/** The names of what only the owner can confirm and has not; `undefined` if nothing is open. */
export function openFacts(ofCompany: Confirmations, commitments: Confirmations) {
  const openIn = (facts: Confirmations) => Object.keys(facts).filter((name) => !facts[name]?.confirmed);
  const [placeholders, unconfirmed] = [openIn(ofCompany), openIn(commitments)];
  return placeholders.length + unconfirmed.length > 0 ? { placeholders, unconfirmed } : undefined;
}

/** The warning about a proxy whose visitors all count as one client. */
export function proxyCheck(): { readonly check: Check; readonly note: () => void } {
  let isSeen = false;
  return {
    note: () => {
      isSeen = true;
    },
    check: {
      name: 'proxy',
      look: async () =>
        isSeen
          ? {
              level: 'warn',
              message:
                'A proxy stands in front (X-Forwarded-For), and TRUST_PROXY is 0: all visitors count as one client, so the eleventh order within ten minutes is refused; set TRUST_PROXY to the number of proxies',
            }
          : undefined,
      over: '',
      repeatAfter: day,
    },
  };
}

/** The warning about a database that DATABASE_URL has replaced, until it is removed. */
function replacedDatabaseCheck(dataDirectory: string): Check {
  return {
    name: 'replaced-database',
    look: async () =>
      existsSync(databaseFile(dataDirectory))
        ? {
            level: 'warn',
            message: `DATA_DIR still holds a database that DATABASE_URL has replaced: move what is in it with "${commandLine} migrate" if that is still to do, then remove it`,
          }
        : undefined,
    over: 'DATA_DIR holds no replaced database any more',
    repeatAfter: day,
  };
}

type Settings = Pick<
  Config,
  'publicOriginIsSet' | 'mailToIsSet' | 'alarmUrl' | 'smtpUrl' | 'imapUrl' | 'databaseUrl' | 'dataDirectory'
>;

/** The warnings about what must be settled before the site goes public. Most last as long as the process. */
export function openSettingChecks(settings: Settings): Check[] {
  const { publicOriginIsSet, mailToIsSet, alarmUrl, smtpUrl, imapUrl, databaseUrl, dataDirectory } = settings;
  const checks: Check[] = [];
  const warning = (name: string, message: string, fields?: object) => {
    const look: Check['look'] = async () => ({ level: 'warn', message, ...(fields && { fields }) });
    checks.push({ name, look, over: '', repeatAfter: day });
  };
  const open = openFacts(companyFacts(), commitmentFacts);
  if (open)
    warning(
      'open-facts',
      'shared/company.ts has placeholders, or shared/ownerFacts.ts has facts that the owner has not confirmed: settle them before the site goes public',
      open,
    );
  if (!publicOriginIsSet)
    warning(
      'public-origin',
      'PUBLIC_ORIGIN is not set: canonical links point to localhost; set it to the address of the site',
    );
  if (publicOriginIsSet && !mailToIsSet)
    warning(
      'mail-to',
      "MAIL_TO is not set: orders and messages go to the company's address in shared/company.ts; set it to the mailbox that is read",
    );
  if (publicOriginIsSet && !alarmUrl)
    warning(
      'alarm-url',
      'ALARM_URL is not set: when mail fails, nobody hears of it who does not read this log; set it to ntfy.sh or a chat webhook',
    );
  const unknown = unknownVariables();
  if (unknown.length > 0)
    warning(
      'unknown-variables',
      `.env sets what nothing reads: ${unknown.map(({ name, nearest }) => `${name} (is it ${nearest}?)`).join(', ')}; .env.example has all names`,
    );
  if (databaseUrl) checks.push(replacedDatabaseCheck(dataDirectory));
  if (databaseUrl && crossesNetworkOpenly(databaseUrl))
    warning(
      'database-tls',
      'DATABASE_URL names another machine without sslmode=verify-full: submissions cross the network unencrypted; add it',
    );
  for (const waiver of smtpUrl ? waiversOf(smtpUrl) : [])
    warning('smtp-waiver', `SMTP_URL weakens the way to the mail server: ${waiver}`);
  for (const waiver of imapUrl ? waiversOf(imapUrl) : [])
    warning('imap-waiver', `IMAP_URL weakens the way to the mailbox: ${waiver}`);
  if (!smtpUrl)
    warning(
      'smtp-url',
      'SMTP_URL is not set: each mail is written as a file to DATA_DIR/mail; set it to your mail server',
    );
  return checks;
}
