import type { ListedSubmission } from '../../outbox/store.ts';
import type { Session } from './session.ts';

function isoOrNull(milliseconds: number | null): string | null {
  return milliseconds === null ? null : new Date(milliseconds).toISOString();
}

/** The fields of a record, in the order of the CSV columns. Times are ISO 8601 in UTC. */
const fields = {
  reference: (submission: ListedSubmission) => submission.reference,
  receivedAt: (submission: ListedSubmission) => isoOrNull(submission.receivedAt),
  kind: (submission: ListedSubmission) => submission.kind,
  planId: (submission: ListedSubmission) => submission.planId,
  orderedPlan: (submission: ListedSubmission) => submission.orderedPlan,
  orderedPrice: (submission: ListedSubmission) => submission.orderedPrice,
  billing: (submission: ListedSubmission) => submission.billing,
  dataCentre: (submission: ListedSubmission) => submission.dataCentre,
  operatingSystem: (submission: ListedSubmission) => submission.operatingSystem,
  state: (submission: ListedSubmission) => submission.state,
  attempts: (submission: ListedSubmission) => submission.attempts,
  nextAttemptAt: (submission: ListedSubmission) => isoOrNull(submission.nextAttemptAt),
  deliveredAt: (submission: ListedSubmission) => isoOrNull(submission.deliveredAt),
  lastError: (submission: ListedSubmission) => submission.lastError,
  verified: (submission: ListedSubmission) => submission.verified,
  suspect: (submission: ListedSubmission) => submission.suspect,
  messageId: (submission: ListedSubmission) => submission.messageId,
  name: (submission: ListedSubmission) => submission.name,
  email: (submission: ListedSubmission) => submission.email,
  company: (submission: ListedSubmission) => submission.company,
  phone: (submission: ListedSubmission) => submission.phone,
  message: (submission: ListedSubmission) => submission.message,
} satisfies Record<string, (submission: ListedSubmission) => string | number | boolean | null>;

/**
 * One CSV cell (RFC 4180). An apostrophe goes before what a spreadsheet would run as a formula, after each semicolon and
 * line end as well: with South African settings a spreadsheet splits cells at semicolons and ignores our quotes.
 * https://owasp.org/www-community/attacks/CSV_Injection
 */
function cellOf(value: string | number | boolean | null): string {
  const defused = String(value ?? '')
    .replace(/^(?=[=+\-@\t\r\n＝＋－＠])/, "'")
    .replace(/([;\t\r\n]["\s]*)([=+\-@＝＋－＠]?)/g, (_, gap: string, sign: string) => (sign ? `${gap}'${sign}` : gap));
  return /[",;\r\n]/.test(defused) ? `"${defused.replaceAll('"', '""')}"` : defused;
}

/** A line of JSON. */
export function jsonOf(submission: ListedSubmission): string {
  return JSON.stringify(Object.fromEntries(Object.entries(fields).map(([name, read]) => [name, read(submission)])));
}

/** A record of CSV (RFC 4180). */
export function csvOf(submission: ListedSubmission): string {
  return `${Object.values(fields)
    .map((read) => cellOf(read(submission)))
    .join(',')}\r\n`;
}

/** The header line of the CSV. */
export const csvHeader = `${Object.keys(fields).join(',')}\r\n`;

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
export async function printCsv(pages: Pages, print: Session['printData']): Promise<void> {
  await print(csvHeader);
  for await (const page of pages) await print(page.map(csvOf).join(''));
}
