import { commandLine } from '../../../config/commandLine.ts';
import { minute } from '../../../lib/times.ts';
import type { ArrivalStatus, MailboxFault, SomeSubmissions } from '../../../outbox/mailbox.ts';
import { backlogAge } from '../../../outbox/statistics.ts';
import type { Store } from '../../../outbox/store.ts';
import type { Condition } from '../alarms.ts';

const faultTolerance = 10 * minute;

export function counted(amount: number): string {
  return amount === 1 ? '1 submission' : `${amount} submissions`;
}

/** Conditions: mails have failed, wait too long, or wait until the configuration is correct. `advice`: how to correct it. */
export function delivery(
  { statistics }: Store,
  usesSmtp: boolean,
  advice: () => string | undefined,
): readonly Condition[] {
  const remedy = usesSmtp
    ? `Check SMTP_URL, MAIL_FROM and MAIL_TO with "${commandLine} test-mail".`
    : 'See that DATA_DIR/mail can be written.';
  return [
    {
      name: 'failed-deliveries',
      level: 'error',
      check: async () => {
        const { failed } = (await statistics.status()).counts;
        if (failed === 0) return undefined;
        return `The mail about ${counted(failed)} could not be delivered and is not tried again: see "${commandLine} list --state failed", mend the cause, then "${commandLine} retry --failed"`;
      },
      over: 'There are no failed deliveries any more',
    },
    {
      name: 'backlog',
      level: 'error',
      check: async () => {
        const { counts, oldestPendingAge: age } = await statistics.status();
        if (age <= backlogAge) return undefined;
        return `Mail is held up: ${counted(counts.pending)} waiting, the oldest for ${Math.floor(age / minute)} minutes; "${commandLine} test-mail" says at which step the mail server fails`;
      },
      over: 'No mail is held up any more',
    },
    {
      name: 'mail-configuration',
      level: 'error',
      check: async () => {
        if ((await statistics.status()).misconfigured === 0) return undefined;
        return `No mail is sent, because the mail configuration is at fault; submissions are kept, and mailed when it is right. ${advice() ?? remedy}`;
      },
      over: 'No mail waits because of a wrong configuration any more',
    },
  ];
}

/** For each fault of the mailbox of `IMAP_URL`: what is wrong, and what the operator can do. */
export const adviceForMailbox: Readonly<Record<MailboxFault, string>> = {
  login:
    'The login is refused: check user name and password in IMAP_URL, with special characters percent-encoded; some providers want an app password, or IMAP switched on for the mailbox.',
  tls: 'TLS fails: the certificate must be valid for the host in IMAP_URL, not expired, and of an authority that is known here or in NODE_EXTRA_CA_CERTS; imaps:// is for port 993, imap:// for port 143 with STARTTLS.',
  folder:
    'A folder cannot be opened: see that the mailbox has its INBOX, and that its folder for junk has been neither removed nor closed to this login.',
  connection:
    'The mail server of IMAP_URL does not answer, or takes no login for now: the website tries again by itself. If this lasts, check host and port, and that a firewall lets this machine out.',
};

/** Whether the mailbox has been unreadable for so long that the operator must know. */
export function isUnreadable({ fault, faultAge }: ArrivalStatus): boolean {
  return fault !== null && faultAge >= faultTolerance;
}

/** Lists references, such as `7K3M9-QXD2R, 4T8WN-1C6ZB and 3 more`. */
export function namesOf({ amount, references }: SomeSubmissions): string {
  const more = amount - references.length;
  return `${references.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

/** Conditions: a sent mail is in the junk folder, a sent mail is not in the mailbox, or the mailbox cannot be read. */
export function arrival({ mailbox }: Store): readonly Condition[] {
  return [
    {
      name: 'in-junk',
      check: async () => {
        const { inJunk } = await mailbox.status();
        if (inJunk.amount === 0) return undefined;
        return `The mail about ${namesOf(inJunk)} has arrived in Junk: mark it as not junk there, and add the sender to the contacts of the mailbox; the domain of MAIL_FROM should have SPF and DKIM for the mail server of SMTP_URL`;
      },
      over: 'No mail has arrived in Junk for a day',
    },
    {
      name: 'not-arrived',
      level: 'error',
      check: async () => {
        const { missing } = await mailbox.status();
        if (missing.amount === 0) return undefined;
        return `The mail server took the mail about ${namesOf(missing)} over 15 minutes ago, and it is not in the mailbox: look there whether a filter has moved it to another folder; "${commandLine} show REFERENCE" has the customer's phone number, "${commandLine} retry REFERENCE" sends it again`;
      },
      over: 'No mail of the last seven days is missing in the mailbox any more',
    },
    {
      name: 'mailbox',
      check: async () => {
        const status = await mailbox.status();
        if (!status.fault || !isUnreadable(status)) return undefined;
        return `The mailbox of IMAP_URL cannot be read, so nobody sees whether mail arrives; mail is still sent. ${adviceForMailbox[status.fault]} "${commandLine} test-mail" shows the mail server's own words`;
      },
      over: 'The mailbox can be read again',
    },
  ];
}
