import { createHmac } from 'node:crypto';
import { comparableAddress } from './erasureTarget.ts';

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
