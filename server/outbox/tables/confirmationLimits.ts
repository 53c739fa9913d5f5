import { domainLength } from '../confirmationRecipient.ts';
import type { Database, Run } from '../database.ts';
import { type ClaimOptions, confirmationLimits } from '../store.ts';
import { kindsOf } from './rows.ts';

/** How many confirmations were tried: in a day to a mailbox, to its domain and to all addresses, and to all in an hour. */
type Tried = Readonly<Record<'mailbox' | 'domain' | 'hourly' | 'daily', number>>;

const { mailbox, domain, hour, day } = confirmationLimits;

/** Tells whether one more confirmation to a recipient would be too many. */
export function confirmationLimitsOn({ dialect: { now } }: Database) {
  // When a confirmation was sent, or last tried.
  const triedAt = 'coalesce(sent_at, due_at)';
  const countTried = `SELECT count(CASE WHEN recipient = $1 THEN 1 END) AS mailbox,
      count(CASE WHEN substr(recipient, 1, ${domainLength}) = substr($1, 1, ${domainLength}) THEN 1 END) AS domain,
      count(CASE WHEN state = 'pending' OR ${triedAt} > ${now} - ${hour} THEN 1 END) AS hourly, count(*) AS daily
    FROM mails WHERE ${kindsOf.sender} AND attempts > 0 AND (state = 'pending' OR ${triedAt} > ${now} - ${day})`;
  return async (run: Run, recipient: string | null, caps: ClaimOptions['caps']): Promise<boolean> => {
    const [tried] = (await run(countTried, [recipient])) as [Tried];
    return (
      tried.mailbox >= mailbox ||
      tried.domain >= domain ||
      (caps !== undefined && (tried.hourly >= caps.hourly || tried.daily >= caps.daily))
    );
  };
}
