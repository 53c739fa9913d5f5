import { createHmac } from 'node:crypto';
import { comparableAddress } from './choice.ts';

/** Google's addresses reach one mailbox with and without dots, and with either name. */
const gmail = new Set(['gmail.com', 'googlemail.com']);

/**
 * Tells mailboxes apart, to count what each one gets, without naming them: the index of a database keeps it. Letter case,
 * what follows a `+` (RFC 5233) and Gmail's dots make no other mailbox: whoever counts too many together sends too little.
 */
export function confirmationRecipient(address: string, secret: Uint8Array): string {
  const comparable = comparableAddress(address) ?? address;
  const at = comparable.lastIndexOf('@');
  const [localPart, domain] = [comparable.slice(0, at), comparable.slice(at + 1)];
  const tag = localPart.indexOf('+', 1);
  const untagged = tag < 0 ? localPart : localPart.slice(0, tag);
  const mailbox = gmail.has(domain) ? `${untagged.replaceAll('.', '')}@gmail.com` : `${untagged}@${domain}`;
  return createHmac('sha256', secret).update(`confirmation\n${mailbox}`).digest('hex');
}
