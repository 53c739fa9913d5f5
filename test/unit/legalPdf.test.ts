import { expect, test } from '@jest/globals';
import { layoutDocument } from '../../scripts/documents/layoutDocument.ts';
import { legalDocuments } from '../../shared/legal/catalogue.ts';

/** What PDF/UA asks of a document's catalogue, and the elements that a screen reader hears: https://pdfa.org/iso-14289 */
const wanted = ['/Marked true', '/StructTreeRoot', '/Lang (en-ZA)', '/DisplayDocTitle true'];
const elements = ['Document', 'H1', 'H2', 'P', 'L', 'LI'];

test('the PDF of each legal document is tagged', async () => {
  for (const document of legalDocuments) {
    const pdf = (await layoutDocument(document)).bytes.toString('latin1');
    const found = new Set(pdf.match(/\/S \/\w+/g));
    const missing = [
      ...wanted.filter((entry) => !pdf.includes(entry)),
      ...elements.filter((element) => !found.has(`/S /${element}`)),
    ];
    expect([document.id, missing]).toEqual([document.id, []]);
  }
});
