/** One legal document. The same data becomes the page `/legal/{id}` and the PDF `/documents/{filename}`. */
export type LegalDocument = {
  readonly id: string;
  readonly title: string;
  /** One sentence for the card: what the document governs. */
  readonly description: string;
  readonly filename: string;
  /** `major.minor`, raised with every change of the text. */
  readonly version: string;
  /** ISO date of the last quarterly review. */
  readonly reviewed: string;
  /** Paragraphs before the first section: who, what, to whom it applies. The draft notice stands above them. */
  readonly preamble: readonly string[];
  readonly sections: readonly LegalSection[];
  /** The parties of a document that is signed, as they follow `For`: each gets a signature block at the end. */
  readonly signedBy?: readonly string[];
};

/** Numbered `1`, `2`, … by its place; its clauses `1.1`, `1.2`, …; a clause's items `(a)`, `(b)`, … */
export type LegalSection = { readonly heading: string; readonly clauses: readonly LegalClause[] };

export type LegalClause = string | { readonly text: string; readonly items: readonly string[] };

export function sectionNumber(section: number): string {
  return `${section + 1}`;
}

export function clauseNumber(section: number, clause: number): string {
  return `${section + 1}.${clause + 1}`;
}

export function itemLetter(item: number): string {
  return `(${String.fromCharCode(97 + item)})`;
}

// Not `Intl`, whose first use takes a slow phone 50 ms.
const months = 'January February March April May June July August September October November December'.split(' ');

/** `2026-10-01` as `1 October 2026`. */
export function longDate(isoDate: string): string {
  const [year, month, day] = isoDate.split('-').map(Number);
  return `${day} ${months[(month ?? 1) - 1]} ${year}`;
}
