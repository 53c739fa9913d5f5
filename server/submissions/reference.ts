import { randomInt } from 'node:crypto';

// Crockford's base 32: no I, L, O or U, so that a reference survives being read out over the phone.
// https://www.crockford.com/base32.html
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
function half() {
  return Array.from({ length: 5 }, () => alphabet[randomInt(alphabet.length)]).join('');
}

/** A new submission's name to visitor, operator, mail and log: 50 random bits, such as `7K3M9-QXD2R`. */
export function newReference(): string {
  return `${half()}-${half()}`;
}

export const referencePattern = /^[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{5}$/;

/** A reference as somebody may type it: lower case, without the hyphen, with the letters that look like digits. */
export function readReference(typed: string): string {
  return typed
    .toUpperCase()
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1')
    .replace(/^([0-9A-Z]{5})([0-9A-Z]{5})$/, '$1-$2');
}
