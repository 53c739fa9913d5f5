import { randomInt } from 'node:crypto';

// Crockford's base 32 has no I, L, O or U, so that a reference can be read out over the phone.
// https://www.crockford.com/base32.html
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** Makes the reference of a submission from 50 random bits, such as `7K3M9-QXD2R`. */
export function newReference(): string {
  const characters = Array.from({ length: 10 }, () => alphabet[randomInt(alphabet.length)]).join('');
  return `${characters.slice(0, 5)}-${characters.slice(5)}`;
}

export const referencePattern = /^[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{5}$/;

/** Corrects a typed reference: lower case, a missing hyphen, letters that look like digits. */
export function readReference(typed: string): string {
  return typed
    .toUpperCase()
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1')
    .replace(/^([0-9A-Z]{5})([0-9A-Z]{5})$/, '$1-$2');
}
