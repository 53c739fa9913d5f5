import { normaliseEmail } from '../../shared/submissionSchemas.ts';

/** Which submissions to erase. `address` is a `comparableAddress`; `before` is in milliseconds since 1970, by the store's clock. */
export type ErasureTarget =
  | { readonly by: 'reference'; readonly reference: string }
  | { readonly by: 'address'; readonly address: string }
  | { readonly by: 'delivery'; readonly before: number };

/**
 * The normalized form in which addresses are compared: without a display name, in lower case, the domain in ASCII.
 * Undefined if `written` is no address.
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
