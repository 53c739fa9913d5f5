import { breachNotice, legalReview } from '../ownerFacts.ts';
import { type LegalId, legalTitle } from './list.ts';

/** A legal document: the data of the page `/legal/{id}` and of the PDF `/documents/{id}.pdf`. */
export type LegalDocument = {
  readonly id: string;
  readonly title: string;
  /** One sentence for the card: what the document governs. */
  readonly description: string;
  /** `major.minor`, raised with every change of the text. */
  readonly version: string;
  /** Paragraphs before the first section: parties, subject and scope. The draft notice is above these paragraphs. */
  readonly preamble: readonly string[];
  /** Clauses by heading. Numbers follow the order: sections `1`, `2`, …; clauses `1.1`, `1.2`, …; items `(a)`, `(b)`, … */
  readonly sections: { readonly [heading: string]: readonly LegalClause[] };
  /** The parties that sign, as texts that follow the word `For`. Each party gets a signature block at the end. */
  readonly signedBy?: readonly string[];
};

export type DocumentFile = Pick<LegalDocument, 'id' | 'title' | 'description' | 'version'> & {
  readonly bytes: number;
  readonly pages: number;
};

export type LegalClause = { readonly text: string; readonly items: readonly string[] };

export function legalDocumentOf(id: LegalId, texts: Omit<LegalDocument, 'id' | 'title'>): LegalDocument {
  return { id, title: legalTitle(id), ...texts };
}

export function itemLetter(item: number): string {
  return `(${String.fromCharCode(97 + item)})`;
}

/** A text such as `Version 1.0, reviewed 1 October 2026`. If no review is confirmed, only the version. */
export function edition({ version }: Pick<LegalDocument, 'version'>): string {
  return `Version ${version}${legalReview.confirmed ? `, reviewed ${legalReview.value}` : ''}`;
}

/** How soon we tell a client of compromised information, for sentences that go on with `after`. */
export const compromiseNotice: string = breachNotice.confirmed
  ? `immediately, and at the latest ${breachNotice.value} hours`
  : 'immediately';

/**
 * Reads the text of a legal document. The lines before the first section are the preamble. `# ` begins a section. `- `
 * begins an item of the clause above it. Every other line is a clause. Empty lines are ignored.
 */
export function legalText(text: string): Pick<LegalDocument, 'preamble' | 'sections'> {
  const [preamble = [], ...sections] = text.split(/^# /m).map((part) => part.split(/\n(?!- )/).filter(Boolean));
  return {
    preamble,
    sections: Object.fromEntries(sections.map(([heading, ...clauses]) => [heading, clauses.map(readClause)])),
  };
}

function readClause(lines: string): LegalClause {
  const [text = '', ...items] = lines.split('\n- ');
  return { text, items };
}
