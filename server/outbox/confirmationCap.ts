import { createHmac } from 'node:crypto';
import { type Dialect, oneRow, type Run } from './database.ts';
import { comparableAddress } from './erasureTarget.ts';

/** Confirmations to one mailbox in a day, whoever asks for them: anybody can type any address. */
export const mailboxCap = 3;

/** Confirmations to all addresses together: what is left of the mail provider's quota belongs to orders. */
export type ConfirmationCaps = { readonly hourly: number; readonly daily: number };

/** In milliseconds. */
const hour = 60 * 60 * 1000;
const day = 24 * hour;

/**
 * Tells mailboxes apart, to count what each one gets, without naming them: the index of a database keeps it. Letter case and
 * what follows a `+` (RFC 5233) make no other mailbox.
 */
export function confirmationRecipient(address: string, secret: Uint8Array): string {
  const comparable = comparableAddress(address) ?? address;
  const [name = ''] = comparable.split('+', 1);
  const mailbox = comparable.includes('+') ? `${name}${comparable.slice(comparable.lastIndexOf('@'))}` : comparable;
  return createHmac('sha256', secret).update(`confirmation\n${mailbox}`).digest('hex');
}

/** Whether one more confirmation to the mailbox is too many. `messageId`: its own, which does not count. */
export async function isBeyondCap(
  run: Run,
  { now }: Dialect,
  { messageId, recipient }: { readonly messageId: string; readonly recipient: string | null },
  caps: ConfirmationCaps,
): Promise<boolean> {
  // Tried: in a day to the mailbox and to all addresses, and to all in an hour.
  const { mailbox, hourly, daily } = await oneRow<Record<'mailbox' | 'hourly' | 'daily', number>>(
    run,
    `SELECT count(CASE WHEN recipient = $1 THEN 1 END) AS mailbox,
      count(CASE WHEN state = 'pending' OR coalesce(sent_at, due_at) > ${now} - ${hour} THEN 1 END) AS hourly,
      count(*) AS daily
     FROM mails WHERE kind = 'confirmation' AND attempts > 0 AND message_id <> $2
      AND (state = 'pending' OR coalesce(sent_at, due_at) > ${now} - ${day})`,
    [recipient, messageId],
  );
  return mailbox >= mailboxCap || hourly >= caps.hourly || daily >= caps.daily;
}
