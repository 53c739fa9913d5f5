import { type ConfirmationCaps, confirmationLimits } from './store.ts';

/** How many confirmations were tried: in a day to a mailbox, to its domain and to all addresses, and to all in an hour. */
export type Tried = Readonly<Record<'mailbox' | 'domain' | 'hourly' | 'daily', number>>;

/** Whether one more confirmation would be too many. */
export function isBeyondLimits(tried: Tried, caps: ConfirmationCaps | undefined): boolean {
  return (
    tried.mailbox >= confirmationLimits.mailbox ||
    tried.domain >= confirmationLimits.domain ||
    (caps !== undefined && (tried.hourly >= caps.hourly || tried.daily >= caps.daily))
  );
}
