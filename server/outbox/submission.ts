import type { ContactValues } from '../../shared/submissionSchemas.ts';

/** An order as it was understood at intake. Texts that the catalogue does not have may be forged. */
export type Order = {
  /** The id of the plan, if the catalogue knows it. */
  readonly planId: string | null;
  /** The plan and price lines of the text as they were sent. Do not trust them. */
  readonly orderedPlan: string | null;
  readonly orderedPrice: string | null;
  /** The chosen options, if the plan offers them. Null: nothing was chosen. */
  readonly billing: string | null;
  readonly dataCentre: string | null;
  readonly operatingSystem: string | null;
  /** Lines about the plan that the site does not write, joined by line ends. */
  readonly unknownLines: string | null;
};

/** A submission as the server accepts it: checked and normalised. In a contact message, the fields of `Order` are null. */
export type NewSubmission = Order &
  Readonly<ContactValues> & {
    readonly kind: 'order' | 'contact';
    /** Whether the submission looks like spam. */
    readonly suspect: boolean;
  };

/** A stored submission. It never changes. */
export type Submission = NewSubmission & {
  readonly reference: string;
  /** Whether the submission came with a valid and unused captcha token. */
  readonly verified: boolean;
  /** Milliseconds since 1970. */
  readonly receivedAt: number;
};

/** Converts SQLite's 0 and 1 to booleans. */
export function withBooleans<Row extends Submission>(row: Row): Row {
  return { ...row, verified: Boolean(row.verified), suspect: Boolean(row.suspect) };
}
