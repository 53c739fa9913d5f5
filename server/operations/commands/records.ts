import type { Submission } from '../../outbox/store.ts';
import type { Session } from './session.ts';

function isoOrNull(milliseconds: number | null): string | null {
  return milliseconds === null ? null : new Date(milliseconds).toISOString();
}

/** The fields of a record, in the order of the CSV columns. Times are ISO 8601 in UTC. */
const fields = {
  reference: (submission: Submission) => submission.reference,
  receivedAt: (submission: Submission) => isoOrNull(submission.receivedAt),
  kind: (submission: Submission) => submission.kind,
  planId: (submission: Submission) => submission.planId,
  orderedPlan: (submission: Submission) => submission.orderedPlan,
  orderedPrice: (submission: Submission) => submission.orderedPrice,
  state: (submission: Submission) => submission.state,
  attempts: (submission: Submission) => submission.attempts,
  nextAttemptAt: (submission: Submission) =>
    submission.state === 'pending' ? isoOrNull(submission.nextAttemptAt) : null,
  deliveredAt: (submission: Submission) => isoOrNull(submission.deliveredAt),
  lastError: (submission: Submission) => submission.lastError,
  verified: (submission: Submission) => submission.verified,
  suspect: (submission: Submission) => submission.suspect,
  messageId: (submission: Submission) => submission.messageId,
  name: (submission: Submission) => submission.name,
  email: (submission: Submission) => submission.email,
  company: (submission: Submission) => submission.company,
  phone: (submission: Submission) => submission.phone,
  message: (submission: Submission) => submission.message,
} satisfies Record<string, (submission: Submission) => string | number | boolean | null>;

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
export function jsonOf(submission: Submission): string {
  return JSON.stringify(Object.fromEntries(Object.entries(fields).map(([name, read]) => [name, read(submission)])));
}

/** A record of CSV (RFC 4180). */
export function csvOf(submission: Submission): string {
  return `${Object.values(fields)
    .map((read) => cellOf(read(submission)))
    .join(',')}\r\n`;
}

/** The header line of the CSV. */
export const csvHeader = `${Object.keys(fields).join(',')}\r\n`;

type Pages = AsyncIterable<readonly Submission[]>;

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
