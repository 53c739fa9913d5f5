import { expect, test } from '@jest/globals';
import { layoutDocument } from '../../scripts/documents/layoutDocument.ts';
import { legalDocuments } from '../../shared/legal/catalogue.ts';
import { legalText } from '../../shared/legal/legalDocument.ts';

/** PDF/UA (https://pdfa.org/iso-14289) wants these entries in a PDF's catalogue. `elements`: tags that a screen reader reads. */
const wanted = ['/Marked true', '/StructTreeRoot', '/Lang (en-ZA)', '/DisplayDocTitle true'];
const elements = ['Document', 'H1', 'H2', 'P', 'L', 'LI'];

test('a legal PDF is tagged, with headings, paragraphs and lists', async () => {
  const [document] = legalDocuments;
  if (!document) throw new Error('there is no legal document');
  const pdf = (await layoutDocument(document)).bytes.toString('latin1');
  expect(wanted.filter((entry) => !pdf.includes(entry))).toEqual([]);
  const found = new Set(pdf.match(/\/S \/\w+/g));
  expect(elements.filter((element) => !found.has(`/S /${element}`))).toEqual([]);
});

test("a legal text's lines are its preamble, sections, clauses and items; empty lines are left out", () => {
  const text = '\nWho we are.\n# Duties\nYou must:\n- pay;\n- read.\n\nThat is all.\n# Changes\nNone.\n';
  expect(legalText(text)).toEqual({
    preamble: ['Who we are.'],
    sections: {
      Duties: [
        { text: 'You must:', items: ['pay;', 'read.'] },
        { text: 'That is all.', items: [] },
      ],
      Changes: [{ text: 'None.', items: [] }],
    },
  });
});
