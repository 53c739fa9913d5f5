import { createHmac } from 'node:crypto';
import { comparableAddress } from './erasureTarget.ts';

/** Google's addresses reach one mailbox with and without dots, and with either name. */
const gmail = new Set(['gmail.com', 'googlemail.com']);

/** Providers whose customers are strangers to each other: their domains say nothing about who gets the mail. */
const largeProviders = new Set([
  ...['gmail.com', 'outlook.com', 'hotmail.com', 'live.com', 'msn.com', 'yahoo.com', 'ymail.com', 'aol.com'],
  ...['icloud.com', 'me.com', 'mac.com', 'proton.me', 'protonmail.com', 'gmx.com', 'gmx.net', 'gmx.de', 'web.de'],
  ...['mail.com', 'zoho.com', 'yahoo.co.uk', 'hotmail.co.uk', 'outlook.co.za', 'live.co.za', 'yahoo.co.za'],
  ...['webmail.co.za', 'mweb.co.za', 'telkomsa.net', 'vodamail.co.za', 'iafrica.com', 'absamail.co.za', 'lantic.net'],
]);

/** The characters at the beginning of a recipient that tell domains apart. */
export const domainLength = 16;

/**
 * Tells mailboxes apart, to count what each one gets, without naming them: the index of a database keeps it. Letter case,
 * what follows a `+` (RFC 5233) and Gmail's dots make no other mailbox: whoever counts too many together sends too little. The first characters
 * tell their domains apart; at a large provider each mailbox counts as one.
 */
export function confirmationRecipient(address: string, secret: Uint8Array): string {
  const comparable = comparableAddress(address) ?? address;
  const at = comparable.lastIndexOf('@');
  const [localPart, domain] = [comparable.slice(0, at), comparable.slice(at + 1)];
  const tag = localPart.indexOf('+', 1);
  const untagged = tag < 0 ? localPart : localPart.slice(0, tag);
  const mailbox = gmail.has(domain) ? `${untagged.replaceAll('.', '')}@gmail.com` : `${untagged}@${domain}`;
  const keyOf = (text: string) => createHmac('sha256', secret).update(`confirmation\n${text}`).digest('hex');
  const isLarge = gmail.has(domain) || largeProviders.has(domain);
  return keyOf(isLarge ? mailbox : domain).slice(0, domainLength) + keyOf(mailbox);
}
