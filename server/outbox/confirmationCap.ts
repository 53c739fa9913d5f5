import { createHmac } from 'node:crypto';
import { type Dialect, oneRow, type Run } from './database.ts';
import { comparableAddress } from './erasureTarget.ts';

/** Confirmations to one mailbox in a day. The limit is for the mailbox, not the sender: anybody can type any address. */
export const mailboxCap = 3;

/** Confirmations to all addresses together. The rest of the mail provider's quota is for mails about orders. */
export type ConfirmationCaps = { readonly hourly: number; readonly daily: number };

/** In milliseconds. */
const hour = 60 * 60 * 1000;
const day = 24 * hour;

/**
 * Identifies a mailbox by an HMAC, because the database's index must not hold the address. Confirmations are counted by it. Letter
 * case, and the part after a `+` (RFC 5233), do not make another mailbox.
 */
export function confirmationRecipient(address: string, secret: Uint8Array): string {
  const comparable = comparableAddress(address) ?? address;
  const [name = ''] = comparable.split('+', 1);
  const mailbox = comparable.includes('+') ? `${name}${comparable.slice(comparable.lastIndexOf('@'))}` : comparable;
  return createHmac('sha256', secret).update(`confirmation\n${mailbox}`).digest('hex');
}

/** Whether one more confirmation to the mailbox is too many. `messageId`: this confirmation's own, which is not counted. */
export async function isBeyondCap(
  run: Run,
  { now }: Dialect,
  { messageId, recipient }: { readonly messageId: string; readonly recipient: string | null },
  caps: ConfirmationCaps,
): Promise<boolean> {
  // Counts attempted confirmations: to the mailbox in a day, to all addresses in an hour, and to all addresses in a day.
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
