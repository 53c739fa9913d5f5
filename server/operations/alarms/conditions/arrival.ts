import { commandLine } from '../../../config/commandLine.ts';
import type { MailboxFault, SomeSubmissions } from '../../../outbox/mailbox.ts';
import type { Store } from '../../../outbox/store.ts';
import type { Condition } from '../alarms.ts';

/** How long the mailbox must have been out of reach, in milliseconds. */
const faultTolerance = 10 * 60 * 1000;

/** What is wrong with the mailbox of `IMAP_URL`, and what the operator can do. */
export const adviceForMailbox: Readonly<Record<MailboxFault, string>> = {
  login:
    'The login is refused: check user name and password in IMAP_URL, with special characters percent-encoded; some providers want an app password.',
  tls: 'TLS fails: the certificate must be valid for the host in IMAP_URL, not expired, and of an authority that is known here or in NODE_EXTRA_CA_CERTS; imaps:// is for port 993, imap:// for port 143 with STARTTLS.',
  folder:
    'A folder cannot be opened: see that the mailbox has its INBOX, and that its folder for junk has been neither removed nor closed to this login.',
  connection:
    'The mail server of IMAP_URL does not answer: check host and port, and that a firewall lets this machine out.',
};

/** `7K3M9-QXD2R, 4T8WN-1C6ZB and 3 more`. */
export function namesOf({ amount, references }: SomeSubmissions): string {
  const more = amount - references.length;
  return `${references.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

/** What becomes of mail after the mail server has taken it. */
export function arrival({ mailbox }: Pick<Store, 'mailbox'>): readonly Condition[] {
  return [inJunk(mailbox), notArrived(mailbox), mailboxReached(mailbox)];
}

function inJunk(mailbox: Store['mailbox']): Condition {
  return {
    name: 'in-junk',
    look: async () => {
      const { inJunk } = await mailbox.status();
      if (inJunk.amount === 0) return undefined;
      return {
        level: 'warn',
        message: `The mail about ${namesOf(inJunk)} has arrived in Junk: mark it as no junk there, and add the sender to the contacts of the mailbox; the domain of MAIL_FROM should have SPF and DKIM for the mail server of SMTP_URL`,
      };
    },
    over: 'No mail has arrived in Junk for a day',
  };
}

function notArrived(mailbox: Store['mailbox']): Condition {
  return {
    name: 'not-arrived',
    look: async () => {
      const { missing } = await mailbox.status();
      if (missing.amount === 0) return undefined;
      return {
        level: 'error',
        message: `The mail server took the mail about ${namesOf(missing)} over 15 minutes ago, and it is not in the mailbox: look there whether a filter has moved it to another folder; "${commandLine} show REFERENCE" has the customer's phone number, "${commandLine} retry REFERENCE" sends it again`,
      };
    },
    over: 'No mail of the last seven days is missing in the mailbox any more',
  };
}

function mailboxReached(mailbox: Store['mailbox']): Condition {
  return {
    name: 'mailbox',
    look: async () => {
      const { fault, faultAge } = await mailbox.status();
      if (!fault || faultAge < faultTolerance) return undefined;
      return {
        level: 'warn',
        message: `Nobody sees whether mail arrives, because the mailbox of IMAP_URL cannot be looked into; mail leaves as before. ${adviceForMailbox[fault]}`,
      };
    },
    over: 'The mailbox can be looked into again',
  };
}
