// These find and the functions below decide: expressions that did both would take more than linear time.
const address = /\/[^\s"'()]*/g;
const query = /[?#].*/;
/** A word with a dot in it, such as a file's name or a fraction, whose digits are no telephone number; or digits. */
const dottedOrDigits = /\b\w+\.[\w.]+|\+?\b\d[\d ()-]*\d\b/g;
const shortestNumber = 8;
const word = /[^\s<>"'(),;:/]+/g;

function scrubDigits(found: string): string {
  return found.includes('.') || found.length < shortestNumber ? found : '[number]';
}
function scrubWord(found: string): string {
  const at = found.indexOf('@');
  return at >= 0 && found.includes('.', at) ? '[email]' : found;
}

/**
 * A technical text without what may be personal in it: queries of addresses, mail addresses, telephone numbers. It is
 * cut at the end, so that the cut leaves half of none.
 */
export function scrub(text: string, longest = 2000): string {
  return text
    .replaceAll('%40', '@')
    .replace(address, (found) => found.replace(query, ''))
    .replace(dottedOrDigits, scrubDigits)
    .replace(word, scrubWord)
    .slice(0, longest);
}

/** What an error-reporting library collects about the visitor beside the error. */
const personal = new Set(['user', 'request', 'breadcrumbs', 'extra', 'cookies', 'headers', 'server_name']);

/** A report, such as the event of an error-reporting library, with all texts scrubbed and the visitor's traits gone. */
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
