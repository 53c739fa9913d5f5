import { randomInt } from 'node:crypto';

// Crockford's base 32: no I, L, O or U, so that a reference survives being read out over the phone.
// https://www.crockford.com/base32.html
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const half = () => Array.from({ length: 5 }, () => alphabet[randomInt(alphabet.length)]).join('');

/** A new submission's name to visitor, operator, mail and log: 50 random bits, such as `7K3M9-QXD2R`. */
export const newReference = (): string => `${half()}-${half()}`;

export const referencePattern = /^[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{5}$/;

/** A reference as somebody may type it: lower case, without the hyphen, with the letters that look like digits. */
export const readReference = (typed: string): string =>
  typed
    .toUpperCase()
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1')
    .replace(/^([0-9A-Z]{5})([0-9A-Z]{5})$/, '$1-$2');
