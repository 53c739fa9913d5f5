const query = /((?:https?:\/\/|\/)[^\s?#'"()]*)[?#][^\s'"()]*/g;
const mailAddress = /[^\s@<>"'(),;:=/]+(?:@|%40)[^\s@<>"'(),;:/]+\.[^\s@<>"'(),;:/]+/g;
const longNumber = /(?<![\w.])\+?\d[\d ()-]{6,}\d(?![\w.])/g;

/** A technical text without what may be personal in it: queries of addresses, mail addresses, telephone numbers. */
export const scrub = (text: string, longest = 2000): string =>
  text
    .slice(0, 2 * longest)
    .replace(query, '$1')
    .replace(mailAddress, '[email]')
    .replace(longNumber, '[number]')
    .slice(0, longest);

/** What an error-reporting library collects about the visitor beside the error. */
const personal = new Set(['user', 'request', 'breadcrumbs', 'extra', 'cookies', 'headers', 'server_name']);

/** A report, such as the event of an error-reporting library, with all texts scrubbed and the visitor's traits gone. */
export const scrubReport = <Report>(report: Report): Report => scrubValue(report) as Report;

const scrubValue = (value: unknown): unknown => {
  if (typeof value === 'string') return scrub(value);
  if (Array.isArray(value)) return value.map(scrubValue);
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, inner]) =>
      personal.has(key) ? [] : [[key, key.endsWith('_id') ? inner : scrubValue(inner)]],
    ),
  );
};
