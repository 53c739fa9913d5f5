import type { LegalClause, LegalDocument } from './legalDocument.ts';

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
