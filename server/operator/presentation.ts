import { flagsOf } from '../submissions/flags.ts';
import type { StoreStatus, Submission } from '../submissions/store.ts';

const time = new Intl.DateTimeFormat('sv-SE', {
  dateStyle: 'short',
  timeStyle: 'medium',
  timeZone: 'Africa/Johannesburg',
});

/** `2026-11-21 06:05:00 SAST`. */
function sast(milliseconds: number): string {
  return `${time.format(milliseconds)} SAST`;
}
function sastOr(milliseconds: number | null, otherwise: string): string {
  return milliseconds === null ? otherwise : sast(milliseconds);
}

function linesOf(lines: readonly string[]): string {
  return `${lines.join('\n')}\n`;
}

/** A table of submissions, each column as wide as its widest cell. */
export function tableOf(submissions: readonly Submission[]): string {
  const rows = [
    ['Reference', 'Received', 'Kind', 'Plan', 'State', 'Attempts', 'Flags'],
    ...submissions.map((submission) => [
      submission.reference,
      sast(submission.receivedAt),
      submission.kind,
      submission.planId ?? '-',
      submission.state,
      String(submission.attempts),
      flagsOf(submission).join(' ') || '-',
    ]),
  ];
  const widths =
    rows[0]?.map((_, column) => rows.reduce((most, row) => Math.max(most, row[column]?.length ?? 0), 0)) ?? [];
  return linesOf(
    rows.map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    ),
  );
}

/** Collapses runs of spaces, which could push a visitor's text to where one of our lines begins. */
function inOneLine(text: string): string {
  return text.replace(/\s+/g, ' ');
}

/** All facts of one submission, and its message. */
export function detailsOf(submission: Submission): string {
  const { state, attempts, nextAttemptAt, deliveredAt, lastError } = submission;
  const facts: readonly (readonly [string, string])[] = [
    ['Reference', submission.reference],
    ['Received', sast(submission.receivedAt)],
    ['Kind', submission.kind],
    ['Plan', submission.planId ?? '-'],
    ['Flags', flagsOf(submission).join(' ') || '-'],
    ['State', state],
    ['Attempts', String(attempts)],
    ...(state === 'pending' ? [['Next attempt', sast(nextAttemptAt)] as const] : []),
    ...(deliveredAt === null ? [] : [['Delivered', sast(deliveredAt)] as const]),
    ...(lastError === null ? [] : [['Last error', lastError.replace(/\r?\n/g, ' ')] as const]),
    ['Message-ID', submission.messageId],
    ['Name', inOneLine(submission.name)],
    ['Email', submission.email],
    ['Phone', inOneLine(submission.phone) || '-'],
    ['Company', inOneLine(submission.company) || '-'],
  ];
  return linesOf([...facts.map(([label, value]) => `${`${label}:`.padEnd(14)}${value}`), '', submission.message]);
}

/** The numbers and ages of the submissions in the store. */
export function statusOf({ counts, oldestPendingAt, lastDeliveredAt }: StoreStatus): string {
  return linesOf([
    ...Object.entries(counts).map(([state, amount]) => `${`${state}:`.padEnd(18)}${amount}`),
    `${'oldest pending:'.padEnd(18)}${sastOr(oldestPendingAt, '-')}`,
    `${'last delivered:'.padEnd(18)}${sastOr(lastDeliveredAt, '-')}`,
  ]);
}

function isoOrNull(milliseconds: number | null): string | null {
  return milliseconds === null ? null : new Date(milliseconds).toISOString();
}

/** The exported fields, in the order of the CSV columns. Times are ISO 8601 in UTC. */
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

/** Submissions as one JSON array. */
export function jsonOf(submissions: readonly Submission[]): string {
  const exported = submissions.map((submission) =>
    Object.fromEntries(Object.entries(fields).map(([name, read]) => [name, read(submission)])),
  );
  return `${JSON.stringify(exported, null, 2)}\n`;
}

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

/** Submissions as CSV (RFC 4180) with a header line. */
export function csvOf(submissions: readonly Submission[]): string {
  const rows = submissions.map((submission) => Object.values(fields).map((read) => cellOf(read(submission))));
  return [Object.keys(fields), ...rows].map((row) => `${row.join(',')}\r\n`).join('');
}
