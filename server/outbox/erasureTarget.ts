import { domainToASCII } from 'node:url';

/** Which submissions to erase. `address` is comparable; `before` is in milliseconds since 1970, by the store's clock. */
export type ErasureTarget =
  | { readonly by: 'reference'; readonly reference: string }
  | { readonly by: 'address'; readonly address: string }
  | { readonly by: 'delivery'; readonly before: number };

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
