import { expect, jest, test } from '@jest/globals';
import PDFDocument from 'pdfkit';
import { layoutDocument } from '../../scripts/documents/layoutDocument.ts';
import { company } from '../../shared/company.ts';
import { legalDocuments } from '../../shared/legal/catalogue.ts';
import { companyDetails } from '../../shared/legal/companyDetails.ts';

const document = legalDocuments.find(({ signedBy }) => signedBy);
if (!document) throw new Error('there is no legal document to sign');
const drawing = jest.spyOn(PDFDocument.prototype, 'text');
const pdf = (await layoutDocument(document)).bytes.toString('latin1');
const drawn = drawing.mock.calls.map(([text]) => String(text).replaceAll('\u00a0', ' '));

/** PDF/UA (https://pdfa.org/iso-14289) wants these entries in a PDF's catalogue. `elements`: tags that a screen reader reads. */
const wanted = ['/Marked true', '/StructTreeRoot', '/Lang (en-ZA)', '/DisplayDocTitle true'];
const elements = ['Document', 'H1', 'H2', 'P', 'L', 'LI'];

test('a legal PDF is tagged, with headings, paragraphs and lists', () => {
  expect(wanted.filter((entry) => !pdf.includes(entry))).toEqual([]);
  const found = new Set(pdf.match(/\/S \/\w+/g));
  expect(elements.filter((element) => !found.has(`/S /${element}`))).toEqual([]);
});

test('a legal PDF has the draft notice, each clause and item with its number, signatures, and the company', () => {
  const { title, description, version, preamble, sections } = document;
  const numbered = Object.entries(sections).flatMap(([heading, clauses], index) => [
    `${index + 1}. ${heading}`,
    ...clauses.flatMap(({ text, items }, place) => [
      ...[`${index + 1}.${place + 1}`, text],
      ...items.flatMap((item, letter) => [`(${'abcdefgh'[letter]})`, item]),
    ]),
  ]);
  const notice = [
    'Draft',
    'No attorney has approved this text of 1 October 2026 yet. Where your written confirmation says otherwise, the confirmation counts.',
  ];
  const all = [
    ...[company.name, title, description, `Version ${version}`, ...notice, ...preamble, ...numbered],
    ...['Signatures', 'For the client', 'Signature', 'Name', 'Capacity', 'Date'],
    ...[`For ${company.legalName}`, 'Signature', 'Name', 'Capacity', 'Date'],
    ...['Company details', ...companyDetails.flatMap(({ label, value }) => [label, value])],
  ];
  expect(drawn.slice(0, all.length)).toEqual(all);
});
