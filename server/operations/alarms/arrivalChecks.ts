import { commandLine } from '../../config/commandLine.ts';
import { adviceForMailbox } from '../../mail/arrival/mailboxFault.ts';
import {
  type ArrivalStatus,
  type Authentication,
  authenticationChecks,
  type SomeSubmissions,
  type Store,
} from '../../outbox/store.ts';
import type { Alarm, Check } from './alarms.ts';

const minute = 60 * 1000;
const day = 24 * 60 * minute;
/** How long the mailbox must have been out of reach, in milliseconds. */
const faultTolerance = 10 * minute;

const adviceForCheck: Readonly<Record<keyof Authentication, string>> = {
  spf: 'SPF needs a TXT record of the domain of MAIL_FROM that includes the mail server of SMTP_URL',
  dkim: 'DKIM needs that mail server to sign for this domain',
  dmarc: 'DMARC needs a TXT record at _dmarc of this domain, and SPF or DKIM that passes for it',
};

/** `7K3M9-QXD2R, 4T8WN-1C6ZB and 3 more`. */
export function namesOf({ amount, references }: SomeSubmissions): string {
  const more = amount - references.length;
  return `${references.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

function inJunkAlarm({ inJunk }: ArrivalStatus): Alarm | undefined {
  if (inJunk.amount === 0) return undefined;
  return {
    level: 'warn',
    message: `The mail about ${namesOf(inJunk)} has arrived in Junk: mark it as no junk there, and add the sender to the contacts of the mailbox; the domain of MAIL_FROM should have SPF and DKIM for the mail server of SMTP_URL`,
    about: inJunk,
  };
}

function notArrivedAlarm({ missing }: ArrivalStatus): Alarm | undefined {
  if (missing.amount === 0) return undefined;
  return {
    level: 'error',
    message: `The mail server took the mail about ${namesOf(missing)} over 15 minutes ago, and it is not in the mailbox: look there whether a filter has moved it to another folder; "${commandLine} show REFERENCE" has the customer's phone number, "${commandLine} retry REFERENCE" sends it again`,
    about: missing,
  };
}

function mailboxAlarm({ fault, faultAge }: ArrivalStatus): Alarm | undefined {
  if (!fault || faultAge < faultTolerance) return undefined;
  return {
    level: 'warn',
    message: `Nobody sees whether mail arrives, because the mailbox of IMAP_URL cannot be looked into; mail leaves as before. ${adviceForMailbox[fault]}`,
    fields: { fault },
  };
}

function authenticationAlarm({ unauthenticated }: ArrivalStatus): Alarm | undefined {
  if (unauthenticated.amount === 0) return undefined;
  const faulty = authenticationChecks.filter(
    (check) => unauthenticated[check] !== 'pass' && unauthenticated[check] !== null,
  );
  const results = faulty.map((check) => `${check.toUpperCase()} ${unauthenticated[check]}`).join(', ');
  const advice = faulty.map((check) => adviceForCheck[check]).join('; ');
  return {
    level: 'warn',
    message: `The mailbox's server did not find every mail of the last 24 hours to be from MAIL_FROM (${results}), so that mail may end in Junk: ${advice}`,
    fields: { references: unauthenticated.references },
  };
}

/** The alarms about what becomes of mail after the mail server has taken it. */
export function arrivalChecks(store: Pick<Store, 'arrivalStatus'>): readonly Check[] {
  let reading: Promise<ArrivalStatus> | undefined;
  // The checks begin at one time.
  const read = () => {
    reading ??= store.arrivalStatus().finally(() => {
      reading = undefined;
    });
    return reading;
  };
  const check = (
    name: string,
    look: (status: ArrivalStatus) => Alarm | undefined,
    rest: Omit<Check, 'name' | 'look'>,
  ): Check => ({ name, look: () => read().then(look, () => 'unknown'), ...rest });
  return [
    check('in-junk', inJunkAlarm, { over: 'No mail has arrived in Junk for a day', repeatAfter: day }),
    check('not-arrived', notArrivedAlarm, {
      over: 'No mail of the last seven days is missing in the mailbox any more',
    }),
    check('mailbox', mailboxAlarm, { over: 'The mailbox can be looked into again' }),
    check('mail-authentication', authenticationAlarm, {
      over: 'No mail has failed SPF, DKIM or DMARC for a day',
      repeatAfter: day,
    }),
  ];
}
