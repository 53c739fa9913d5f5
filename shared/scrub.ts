// These expressions only find candidates; functions decide about each. So scrubbing takes time in proportion to the text's length.
const urlPath = /\/[^\s"'()]*/g;
const query = /[?#].*/;
/** Finds telephone numbers with dots. Also finds words with a dot, and technical numbers, which `scrubDotted` keeps. */
const dotted = /\b[a-z_]\w*\.[\w.]+|\+?\b\d[\d. ()-]*\d\b/gi;
/** A number does not go on after the end of a sentence, or after a code of RFC 3463 such as `5.7.1`. */
const numberEnd = /(?<=\. |\b[245]\.\d{1,3}\.\d{1,3} )/;
const ipv4 = /^(?:\d{1,3}\.){3}\d{1,3}$/;
/** Finds telephone numbers. Also finds words with a dot, such as file names, whose digits `scrubDigits` keeps. */
const dottedOrDigits = /\b\w+\.[\w.]+|\+?\b\d[\d ()-]*\d\b/g;
const minNumberLength = 8;
const word = /[^\s<>"'(),;:/]+/g;

/** `offset`: where in `text` the candidate `found` begins. */
function scrubDotted(found: string, offset: number, text: string): string {
  const isInName =
    text[offset - 1] === '.' || /^\.\w/.test(text.slice(offset + found.length, offset + found.length + 2));
  const groups = found.split(/\D+/).filter(Boolean);
  const isDecimal = groups.length === 2 && !found.startsWith('0');
  // Versions and the codes of mail servers have groups of one digit.
  const isTechnical = isInName || isDecimal || ipv4.test(found) || groups.some((group) => group.length === 1);
  const isNumber = /^\+?\d/.test(found) && found.includes('.') && groups.join('').length >= minNumberLength;
  return isNumber && (found.startsWith('+') || !isTechnical) ? '[number]' : found;
}
function scrubDigits(found: string): string {
  return found.includes('.') || found.length < minNumberLength ? found : '[number]';
}
function scrubWord(found: string): string {
  const at = found.indexOf('@');
  return at >= 0 && found.includes('.', at) ? '[email]' : found;
}

/**
 * Removes personal data from a technical text: the queries of URLs, mail addresses, telephone numbers. Then cuts the text
 * to `maxLength` characters. Cutting first could leave parts of personal data.
 */
export function scrub(text: string, maxLength = 2000): string {
  return text
    .replaceAll('%40', '@')
    .replace(urlPath, (found) => found.replace(query, ''))
    .split(numberEnd)
    .map((part) => part.replace(dotted, scrubDotted))
    .join('')
    .replace(dottedOrDigits, scrubDigits)
    .replace(word, scrubWord)
    .slice(0, maxLength);
}

/** The fields of a Sentry report that hold data about the visitor. */
const personal = new Set(['user', 'request', 'breadcrumbs', 'extra', 'cookies', 'headers', 'server_name']);

/** Scrubs all texts of a report, such as a Sentry event, and removes the fields about the visitor. */
export function scrubReport<Report>(report: Report): Report {
  return scrubValue(report) as Report;
}

function scrubValue(value: unknown): unknown {
  if (typeof value === 'string') return scrub(value);
  if (Array.isArray(value)) return value.map(scrubValue);
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, inner]) =>
      personal.has(key) ? [] : [[key, key.endsWith('_id') ? inner : scrubValue(inner)]],
    ),
  );
}
