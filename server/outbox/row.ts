import type { ConfirmationState, DeliveryState, NewSubmission, Submission } from './store.ts';

/** A row of the table `submissions`, which has the same columns in each database. Times are milliseconds since 1970. */
export type Row = {
  reference: string;
  message_id: string;
  kind: NewSubmission['kind'];
  plan_id: string | null;
  ordered_plan: string | null;
  ordered_price: string | null;
  name: string;
  email: string;
  company: string;
  phone: string;
  message: string;
  /** SQLite has 0 and 1 for a boolean. */
  verified: boolean | 0 | 1;
  suspect: boolean | 0 | 1;
  received_at: number;
  state: DeliveryState;
  attempts: number;
  next_attempt_at: number;
  last_error: string | null;
  delivered_at: number | null;
  retried_at: number | null;
  body_hash: string | null;
  digest: string | null;
  confirmation: ConfirmationState | null;
  confirmation_at: number | null;
  confirmation_attempts: number;
  /** `confirmationRecipient` of its address; null: its sender gets no confirmation. */
  confirmation_recipient: string | null;
};

/** A submission from its row. */
export function toSubmission(row: Row): Submission {
  return {
    reference: row.reference,
    messageId: row.message_id,
    kind: row.kind,
    planId: row.plan_id,
    orderedPlan: row.ordered_plan,
    orderedPrice: row.ordered_price,
    name: row.name,
    email: row.email,
    company: row.company,
    phone: row.phone,
    message: row.message,
    verified: Boolean(row.verified),
    suspect: Boolean(row.suspect),
    receivedAt: row.received_at,
    state: row.state,
    attempts: row.attempts,
    nextAttemptAt: row.next_attempt_at,
    lastError: row.last_error,
    deliveredAt: row.delivered_at,
    retriedAt: row.retried_at,
    digest: row.digest,
    confirmation: row.confirmation,
    confirmationAt: row.confirmation_at,
    confirmationAttempts: row.confirmation_attempts,
  };
}
