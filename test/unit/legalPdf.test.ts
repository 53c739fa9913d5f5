import { expect, jest, test } from '@jest/globals';
import * as sheets from '../../scripts/documents/sheet.ts';
import { company } from '../../shared/company.ts';
import { legalDocuments } from '../../shared/legal/catalogue.ts';
import { companyDetails } from '../../shared/legal/companyDetails.ts';
import { legalText } from '../../shared/legal/legalDocument.ts';

const written: string[] = [];
jest.unstable_mockModule('../../scripts/documents/sheet.ts', () => ({
  ...sheets,
  createSheet: (...facts: Parameters<typeof sheets.createSheet>) => {
    const sheet = sheets.createSheet(...facts);
    const write = (...line: Parameters<typeof sheet.write>) => {
      written.push(line[2]);
      sheet.write(...line);
    };
    return { ...sheet, write };
  },
}));
const { layoutDocument } = await import('../../scripts/documents/layoutDocument.ts');
const document = legalDocuments.find(({ signedBy }) => signedBy);
if (!document) throw new Error('there is no legal document to sign');
const pdf = (await layoutDocument(document)).bytes.toString('latin1');

/** PDF/UA (https://pdfa.org/iso-14289) wants these entries in a PDF's catalogue. `elements`: tags that a screen reader reads. */
const wanted = ['/Marked true', '/StructTreeRoot', '/Lang (en-ZA)', '/DisplayDocTitle true'];
const elements = ['Document', 'H1', 'H2', 'P', 'L', 'LI'];

test('a legal PDF is tagged, with headings, paragraphs and lists', () => {
  expect(wanted.filter((entry) => !pdf.includes(entry))).toEqual([]);
  const found = new Set(pdf.match(/\/S \/\w+/g));
  expect(elements.filter((element) => !found.has(`/S /${element}`))).toEqual([]);
});

test('a legal PDF has the draft notice, all clauses and items with their numbers, signatures and the company', () => {
  const { title, description, version, preamble, sections } = document;
  expect(written).toEqual([
    ...[company.name, title, description, `Version ${version}`],
    ...['Draft', 'This document is being finalised; your written confirmation is what counts.', ...preamble],
    ...Object.entries(sections).flatMap(([heading, clauses], index) => [
      `${index + 1}. ${heading}`,
      ...clauses.flatMap(({ text, items }, place) => [
        ...[`${index + 1}.${place + 1}`, text],
        ...items.flatMap((item, letter) => [`(${'abcdefgh'[letter]})`, item]),
      ]),
    ]),
    ...['Signatures', 'For the client', 'Signature', 'Name', 'Capacity', 'Date'],
    ...[`For ${company.legalName}`, 'Signature', 'Name', 'Capacity', 'Date'],
    ...['Company details', ...companyDetails.flatMap(({ label, value }) => [label, value])],
  ]);
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
