import type { ListedSubmission } from '../../outbox/submissions.ts';
import type { Session } from './session.ts';

function isoOrNull(milliseconds: number | null): string | null {
  return milliseconds === null ? null : new Date(milliseconds).toISOString();
}

/** The fields of a record, in the order of the CSV columns. Times are ISO 8601 in UTC. */
const fields = {
  reference: (submission) => submission.reference,
  receivedAt: (submission) => isoOrNull(submission.receivedAt),
  kind: (submission) => submission.kind,
  planId: (submission) => submission.planId,
  orderedPlan: (submission) => submission.orderedPlan,
  orderedPrice: (submission) => submission.orderedPrice,
  billing: (submission) => submission.billing,
  dataCentre: (submission) => submission.dataCentre,
  operatingSystem: (submission) => submission.operatingSystem,
  state: (submission) => submission.state,
  attempts: (submission) => submission.attempts,
  nextAttemptAt: (submission) => isoOrNull(submission.nextAttemptAt),
  deliveredAt: (submission) => isoOrNull(submission.deliveredAt),
  arrivedAt: (submission) => isoOrNull(submission.arrivedAt),
  folder: (submission) => submission.folder,
  lastError: (submission) => submission.lastError,
  verified: (submission) => submission.verified,
  suspect: (submission) => submission.suspect,
  messageId: (submission) => submission.messageId,
  name: (submission) => submission.name,
  email: (submission) => submission.email,
  company: (submission) => submission.company,
  phone: (submission) => submission.phone,
  message: (submission) => submission.message,
} satisfies Record<string, (submission: ListedSubmission) => string | number | boolean | null>;

/**
 * One CSV cell (RFC 4180). An apostrophe goes before what a spreadsheet would run as a formula, after each semicolon and
 * line end as well: with South African settings a spreadsheet splits cells at semicolons and ignores our quotes.
 * https://owasp.org/www-community/attacks/CSV_Injection
 */
function cellOf(value: string | number | boolean | null, separator: string): string {
  const defused = String(value ?? '')
    .replace(/^(?=[=+\-@\t\r\n＝＋－＠])/, "'")
    .replace(/([;\t\r\n]["\s]*)([=+\-@＝＋－＠]?)/g, (_, gap: string, sign: string) => (sign ? `${gap}'${sign}` : gap));
  return /[",;\r\n]/.test(defused) || defused.includes(separator) ? `"${defused.replaceAll('"', '""')}"` : defused;
}

/** A line of JSON. */
export function jsonOf(submission: ListedSubmission): string {
  return JSON.stringify(Object.fromEntries(Object.entries(fields).map(([name, read]) => [name, read(submission)])));
}

/** A record of CSV (RFC 4180). A spreadsheet would take the zeros from the front of a phone number, so that gets an apostrophe too. */
export function csvOf(submission: ListedSubmission, separator = ','): string {
  const cells = Object.entries(fields).map(([name, read]) => {
    const value = read(submission);
    return cellOf(name === 'phone' && /^\d/.test(String(value)) ? `'${value}` : value, separator);
  });
  return `${cells.join(separator)}\r\n`;
}

/** The header line of the CSV, behind a byte order mark: without it Excel takes UTF-8 for another encoding. */
export function csvHeader(separator = ','): string {
  return `\uFEFF${Object.keys(fields).join(separator)}\r\n`;
}

type Pages = AsyncIterable<readonly ListedSubmission[]>;

/** Prints one JSON array, a submission on each line. */
export async function printJson(pages: Pages, print: Session['print']): Promise<void> {
  let start = '[\n';
  for await (const page of pages) {
    await print(start + page.map(jsonOf).join(',\n'));
    start = ',\n';
  }
  await print(start === '[\n' ? '[]\n' : '\n]\n');
}

/** Prints CSV with a header line. */
export async function printCsv(pages: Pages, separator: string, print: Session['printData']): Promise<void> {
  await print(csvHeader(separator));
  for await (const page of pages) await print(page.map((submission) => csvOf(submission, separator)).join(''));
}
