import { domainToASCII } from 'node:url';

/** Which submissions to erase: a condition in SQL, which may use `address(TEXT)`, and its parameter. */
export type Choice = { readonly where: string; readonly value: string | number };

/**
 * An address as it is compared: without a name before it, in lower case, the domain in ASCII. Undefined for what is no
 * address.
 */
export function comparableAddress(written: string): string | undefined {
  const [, inBrackets] = /<([^<>]*)>\s*$/.exec(written) ?? [];
  const address = (inBrackets ?? written)
    .normalize('NFKC')
    .trim()
    .replace(/^mailto:/i, '')
    .toLowerCase();
  const at = address.lastIndexOf('@');
  const domain = address.slice(at + 1);
  if (at < 1 || domain === '' || /\s/.test(address)) return undefined;
  return `${address.slice(0, at)}@${domainToASCII(domain) || domain}`;
}

export function withReference(reference: string): Choice {
  return { where: 'reference = ?', value: reference };
}
/** `address` is comparable. */
export function ofAddress(address: string): Choice {
  return { where: 'address(email) = ?', value: address };
}
export function deliveredBefore(time: number): Choice {
  return { where: "state = 'delivered' AND delivered_at < ?", value: time };
}
