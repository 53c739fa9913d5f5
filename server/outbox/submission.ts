import { type ContactValues, normaliseEmail } from '../../shared/submissionSchemas.ts';

/** What the server knows of an order. The page's scripts send an order as one text, and a sender can forge each line of it. */
export type Order = {
  /** The id of the ordered plan. Null: the catalogue does not have such a plan. */
  readonly planId: string | null;
  /** The name and the price of the plan, exactly as the text of the order says them. They may be forged. */
  readonly orderedPlan: string | null;
  readonly orderedPrice: string | null;
  /** The visitor's choices. The server refuses an order with a choice that the plan does not offer. Null: nothing was chosen. */
  readonly billing: string | null;
  readonly dataCentre: string | null;
  readonly operatingSystem: string | null;
  /** Lines in the text of the order that the site would not write about this plan, joined by line ends. */
  readonly unknownLines: string | null;
};

/** A submission as the server accepts it: checked and normalised. In a contact message, the fields of `Order` are null. */
export type NewSubmission = Order &
  Readonly<ContactValues> & {
    readonly kind: 'order' | 'contact';
    /** Whether the submission looks like spam. */
    readonly suspect: boolean;
  };

/** A stored submission, which never changes. */
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

/** A warning to the operator. The server stores a flagged submission and sends its notification, but no confirmation. */
export type Flag = 'suspect' | 'unverified';

/** The flags of a submission, in the order in which the subject of the notification shows them. */
export function flagsOf({ suspect, verified }: Pick<Submission, 'suspect' | 'verified'>): Flag[] {
  return [...(suspect ? (['suspect'] as const) : []), ...(verified ? [] : (['unverified'] as const))];
}

/**
 * Converts an e-mail address to the form in which such addresses are compared: without a display name, in lower case, the domain in
 * ASCII. Undefined if `written` is no e-mail address.
 */
export function comparableAddress(written: string): string | undefined {
  const [, inBrackets] = /<([^<>]*)>\s*$/.exec(written) ?? [];
  const plain = (inBrackets ?? written)
    .normalize('NFKC')
    .trim()
    .replace(/^mailto:/i, '');
  const address = normaliseEmail(plain.toLowerCase());
  const at = address.lastIndexOf('@');
  return at < 1 || at === address.length - 1 || /\s/.test(address) ? undefined : address;
}
