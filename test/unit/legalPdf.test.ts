import { expect, test } from '@jest/globals';
import { layoutDocument } from '../../scripts/documents/layoutDocument.ts';
import { legalDocuments } from '../../shared/legal/catalogue.ts';

/** What PDF/UA asks of a document's catalogue, and the elements that a screen reader hears: https://pdfa.org/iso-14289 */
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
