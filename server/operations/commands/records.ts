import type { ListedSubmission } from '../../outbox/submissions.ts';
import type { Terminal } from './terminal.ts';

/** The fields of a record, in the order of the CSV columns. */
const fields = (
  [
    ['reference', 'receivedAt', 'kind', 'planId', 'orderedPlan', 'orderedPrice'],
    ['billing', 'dataCentre', 'operatingSystem'],
    ['state', 'attempts', 'nextAttemptAt', 'deliveredAt', 'arrivedAt', 'folder', 'lastError'],
    ['verified', 'suspect', 'messageId'],
    ['name', 'email', 'company', 'phone', 'message'],
  ] as const satisfies readonly (readonly (keyof ListedSubmission)[])[]
).flat();

/** A field of a record. Times are ISO 8601 in UTC. */
function readField(submission: ListedSubmission, field: (typeof fields)[number]): string | number | boolean | null {
  const value = submission[field];
  return field.endsWith('At') && typeof value === 'number' ? new Date(value).toISOString() : value;
}

/**
 * Writes one CSV cell (RFC 4180). Puts an apostrophe before text that a spreadsheet would run as a formula. It does so after each
 * semicolon as well: with South African settings, a spreadsheet splits cells at semicolons and ignores our quotes.
 * https://owasp.org/www-community/attacks/CSV_Injection
 */
function cellOf(text: string, separator: string): string {
  const defused = text
    .replace(/^(?=[=+\-@\t\r\n＝＋－＠])/, "'")
    .replace(/([;\t\r\n]["\s]*)([=+\-@＝＋－＠]?)/g, (_, gap: string, sign: string) => (sign ? `${gap}'${sign}` : gap));
  return /[",;\r\n]/.test(defused) || defused.includes(separator) ? `"${defused.replaceAll('"', '""')}"` : defused;
}

/** Writes a line of CSV. A phone number gets an apostrophe, because a spreadsheet would remove its leading zeros. */
export function csvOf(submission: ListedSubmission, separator = ','): string {
  const cells = fields.map((field) => {
    const text = String(readField(submission, field) ?? '');
    return cellOf(field === 'phone' && /^\d/.test(text) ? `'${text}` : text, separator);
  });
  return `${cells.join(separator)}\r\n`;
}

/** Prints one JSON array with one submission on each line. `print` escapes: JSON has the same meaning with escapes. */
export async function printJson(submissions: readonly ListedSubmission[], print: Terminal['print']): Promise<void> {
  await print('[');
  for (const [index, submission] of submissions.entries()) {
    const record = Object.fromEntries(fields.map((field) => [field, readField(submission, field)]));
    await print(`${index > 0 ? ',' : ''}\n${JSON.stringify(record)}`);
  }
  await print('\n]\n');
}

/** Prints CSV with a byte order mark and a header line. Without the mark, Excel does not recognize UTF-8. */
export async function printCsv(
  submissions: readonly ListedSubmission[],
  separator: string,
  print: Terminal['printData'],
): Promise<void> {
  await print(`\uFEFF${fields.join(separator)}\r\n`);
  for (const submission of submissions) await print(csvOf(submission, separator));
}
