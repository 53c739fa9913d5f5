import { type ContactValues, normaliseEmail } from '../../shared/submissionSchemas.ts';

/** An order as the intake understood the text. Texts that the catalogue does not have may be forged. */
export type Order = {
  /** The id of the plan, if the catalogue has the plan. */
  readonly planId: string | null;
  /** The plan and price lines of the text, exactly as sent. Do not trust these lines. */
  readonly orderedPlan: string | null;
  readonly orderedPrice: string | null;
  /** The chosen options that the plan offers. Null: nothing was chosen. */
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

/** A warning about a submission for the operator. The server keeps and delivers a flagged submission like any other. */
export type Flag = 'suspect' | 'unverified';

const link = /https?:\/\/|www\./i;

/** A name or company that contains a link is spam. */
export function looksLikeSpam({ name, company }: Pick<NewSubmission, 'name' | 'company'>): boolean {
  return link.test(name) || link.test(company);
}

/** The flags of a submission, in the order in which the subject of its mail shows them. */
export function flagsOf({ suspect, verified }: Pick<Submission, 'suspect' | 'verified'>): Flag[] {
  return [...(suspect ? (['suspect'] as const) : []), ...(verified ? [] : (['unverified'] as const))];
}

/**
 * The normalized form in which addresses are compared: without a display name, in lower case, the domain in ASCII.
 * Undefined if `written` is no address.
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
