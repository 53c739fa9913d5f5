import type { Run, Value } from '../database.ts';
import type { ListedSubmission, OutboxMail, Submission } from '../store.ts';

/** The columns of the table `submissions`, by the fields that they hold. */
export const submissionColumns = {
  reference: 'reference',
  kind: 'kind',
  planId: 'plan_id',
  orderedPlan: 'ordered_plan',
  orderedPrice: 'ordered_price',
  billing: 'billing',
  dataCentre: 'data_centre',
  operatingSystem: 'operating_system',
  unknownLines: 'unknown_lines',
  name: 'name',
  email: 'email',
  company: 'company',
  phone: 'phone',
  message: 'message',
  verified: 'verified',
  suspect: 'suspect',
  receivedAt: 'received_at',
} as const satisfies Readonly<Record<keyof Submission, string>>;

const mailColumns = {
  messageId: 'message_id',
  kind: 'kind',
  state: 'state',
  attempts: 'attempts',
  pendingSince: 'pending_since',
  dueAt: 'due_at',
  leaseUntil: 'lease_until',
  lastError: 'last_error',
  sentAt: 'sent_at',
  arrivedAt: 'arrived_at',
  folder: 'folder',
} as const satisfies Readonly<Record<keyof OutboxMail, string>>;

/** The columns in a query, each under the name of its field. */
function fieldsOf(columns: Readonly<Record<string, string>>, table: string): string {
  return Object.entries(columns)
    .map(([field, column]) => `${table}.${column} AS "${field}"`)
    .join();
}

/** The fields of a submission from `submissions AS s`, and of a mail from `mails AS m`. */
export const submissionFields = fieldsOf(submissionColumns, 's');
export const mailFields = fieldsOf(mailColumns, 'm');

/** A submission from its row: SQLite has 0 and 1 for a boolean. */
export function toSubmission<Row extends Submission>(row: Row): Row {
  return { ...row, verified: Boolean(row.verified), suspect: Boolean(row.suspect) };
}

/** The references that a statement gives. */
export async function referencesIn(run: Run, sql: string, values: readonly Value[]): Promise<string[]> {
  return (await run<Pick<Submission, 'reference'>>(sql, values)).map(({ reference }) => reference);
}

/** The conditions of the mails to the operator and to senders. The indexes have the same words. */
export const kindsOf = { operator: "kind <> 'confirmation'", sender: "kind = 'confirmation'" } as const;

type NoticeField = Exclude<keyof ListedSubmission, keyof Submission>;

const noticeColumns: Readonly<Record<NoticeField, string>> = {
  messageId: 'message_id',
  state: 'state',
  attempts: 'attempts',
  nextAttemptAt: 'next_attempt_at',
  lastError: 'last_error',
  deliveredAt: 'delivered_at',
  arrivedAt: 'arrived_at',
  folder: 'folder',
};

/** Submissions with the operator's mail about each, as `l`. */
export const listed = `SELECT ${fieldsOf({ ...submissionColumns, ...noticeColumns }, 'l')} FROM listed_submissions AS l`;
