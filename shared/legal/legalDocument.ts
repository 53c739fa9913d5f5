import { legalReview } from '../ownerFacts.ts';

/** A legal document: the data of the page `/legal/{id}` and of the PDF `/documents/{id}.pdf`. */
export type LegalDocument = {
  readonly id: string;
  readonly title: string;
  /** One sentence for the card: what the document governs. */
  readonly description: string;
  /** `major.minor`, raised with every change of the text. */
  readonly version: string;
  /** Paragraphs before the first section: parties, subject and scope. The draft notice is above them. */
  readonly preamble: readonly string[];
  /** Clauses by heading. Numbers follow the order: sections `1`, `2`, …; clauses `1.1`, `1.2`, …; items `(a)`, `(b)`, … */
  readonly sections: { readonly [heading: string]: readonly LegalClause[] };
  /** The parties that sign, worded to follow `For`. Each gets a signature block at the end. */
  readonly signedBy?: readonly string[];
};

/** A document's entry in lists, and its PDF's size. */
export type DocumentFile = Pick<LegalDocument, 'id' | 'title' | 'description' | 'version'> & {
  readonly bytes: number;
  readonly pages: number;
};

export type LegalClause = { readonly text: string; readonly items: readonly string[] };

export function sectionNumber(section: number): string {
  return `${section + 1}`;
}

export function clauseNumber(section: number, clause: number): string {
  return `${section + 1}.${clause + 1}`;
}

export function itemLetter(item: number): string {
  return `(${String.fromCharCode(97 + item)})`;
}

/** A text such as `Version 1.0, reviewed 1 October 2026`. If no review is confirmed, only the version. */
export function edition({ version }: Pick<LegalDocument, 'version'>): string {
  return `Version ${version}${legalReview.confirmed ? `, reviewed ${longDate(legalReview.value)}` : ''}`;
}

// Not `Intl`: its first use takes 50 ms on a slow phone.
const months = 'January February March April May June July August September October November December'.split(' ');

/** `2026-10-01` as `1 October 2026`. */
function longDate(isoDate: string): string {
  const [year, month, day] = isoDate.split('-').map(Number);
  return `${day} ${months[(month ?? 1) - 1]} ${year}`;
}
