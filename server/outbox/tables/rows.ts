import type { Run, Value } from '../database.ts';
import { arrivalLimits, type ListedSubmission, type OutboxMail, type Submission } from '../store.ts';

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
  spf: 'spf',
  dkim: 'dkim',
  dmarc: 'dmarc',
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

/** The condition of missing mails, of `mails AS m`. */
export const isMissing = `m.state = 'sent' AND m.${kindsOf.operator} AND m.arrived_at IS NULL
  AND m.sent_at >= (SELECT watched_since FROM mailbox)
  AND m.sent_at NOT BETWEEN coalesce((SELECT unwatched_from FROM mailbox), 0) AND coalesce((SELECT unwatched_to FROM mailbox), 0)
  AND m.sent_at BETWEEN (SELECT looked_at FROM mailbox) - ${arrivalLimits.lookedFor}
    AND (SELECT looked_at FROM mailbox) - ${arrivalLimits.missing}`;

type MailFields = Exclude<keyof ListedSubmission, keyof Submission>;
const listedFields: Readonly<Record<MailFields, string>> = {
  messageId: 'm.message_id',
  attempts: 'coalesce(m.attempts, 0)',
  lastError: 'm.last_error',
  deliveredAt: "CASE m.state WHEN 'sent' THEN m.sent_at END",
  arrivedAt: 'm.arrived_at',
  folder: 'm.folder',
  spf: 'm.spf',
  dkim: 'm.dkim',
  dmarc: 'm.dmarc',
  nextAttemptAt:
    "CASE WHEN m.message_id IS NULL THEN w.due_at WHEN m.state = 'pending' THEN coalesce(m.lease_until, m.due_at) END",
  state: "CASE m.state WHEN 'sent' THEN 'delivered' WHEN 'failed' THEN 'failed' ELSE 'pending' END",
};

/** Submissions with the operator's mail about each: it has one, unless it waits for a digest. */
export const listed = `SELECT ${submissionFields},
    ${Object.entries(listedFields)
      .map(([field, expression]) => `${expression} AS "${field}"`)
      .join()}
  FROM submissions AS s
  LEFT JOIN mails AS m ON m.message_id = (SELECT j.message_id FROM mail_submissions AS j
    JOIN mails AS o ON o.message_id = j.message_id AND o.kind <> 'confirmation' WHERE j.reference = s.reference LIMIT 1)
  LEFT JOIN waiting AS w ON w.reference = s.reference`;
