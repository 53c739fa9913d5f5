import { normaliseEmail } from '../../shared/submissionSchemas.ts';

/** Which submissions to erase. `address` is comparable; `before` is in milliseconds since 1970, by the store's clock. */
export type ErasureTarget =
  | { readonly by: 'reference'; readonly reference: string }
  | { readonly by: 'address'; readonly address: string }
  | { readonly by: 'delivery'; readonly before: number };

/**
 * An address as it is compared: without a name before it, in lower case, the domain in ASCII. Undefined if it is no
 * address.
 */
export function comparableAddress(written: string): string | undefined {
  const [, inBrackets] = /<([^<>]*)>\s*$/.exec(written) ?? [];
  const plain = (inBrackets ?? written)
    .normalize('NFKC')
    .trim()
    .replace(/^mailto:/i, '');
  const address = normaliseEmail(plain.toLowerCase());
  const at = address.lastIndexOf('@');
  return at < 1 || at === address.length - 1 || /\s/.test(address) ? undefined : address;
}
