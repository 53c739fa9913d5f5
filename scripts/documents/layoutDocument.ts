import { company } from '../../shared/company.ts';
import { companyDetails } from '../../shared/legal/companyDetails.ts';
import { edition, itemLetter, type LegalClause, type LegalDocument } from '../../shared/legal/legalDocument.ts';
import { draftNotice, legalReview } from '../../shared/ownerFacts.ts';
import { colour, createSheet, measure, page, type Sheet, style, type Tag } from './sheet.ts';

const gutter = { clause: 34, item: 22 } as const;
const gap = { paragraph: 6, clause: 5, item: 2.5, section: 13, heading: 4.5 } as const;
const right = page.left + measure;

/** One legal document as the bytes of an A4 PDF. */
export function layoutDocument(document: LegalDocument): Promise<{ bytes: Buffer; pages: number }> {
  const sheet = createSheet({
    Title: `${document.title} - ${company.name}`,
    Author: company.legalName,
    Subject: document.description,
    CreationDate: new Date(`${legalReview.value} UTC`),
  });
  masthead(sheet, document);
  notice(sheet);
  for (const paragraph of document.preamble) {
    sheet.reserve(sheet.heightOf(paragraph, style.body, measure));
    sheet.write(sheet.root, 'P', paragraph, style.body);
    sheet.down(gap.paragraph);
  }
  Object.entries(document.sections).forEach(([heading, clauses], index) => {
    writeSection(sheet, heading, clauses, index);
  });
  if (document.signedBy) signatures(sheet, document.signedBy);
  details(sheet);
  return sheet.finish((index, count) => runningLines(sheet, document, index, count));
}

function masthead(sheet: Sheet, document: LegalDocument) {
  sheet.down(-24);
  sheet.write(sheet.root, 'P', company.name, { ...style.strong, size: 11, colour: colour.accent });
  sheet.down(13);
  sheet.bookmark(document.title);
  sheet.write(sheet.root, 'H1', document.title, style.title);
  sheet.down(5);
  sheet.write(sheet.root, 'P', document.description, style.lead);
  sheet.down(5);
  sheet.write(sheet.root, 'P', edition(document), style.small);
  sheet.down(13);
}

function notice(sheet: Sheet) {
  if (!draftNotice) return;
  const { heading, text } = draftNotice;
  const inset = 13;
  const width = measure - 2 * inset;
  const inside = sheet.heightOf(heading, style.strong, width) + sheet.heightOf(text, style.body, width);
  const { doc } = sheet;
  const height = inside + 2 * inset - 7;
  sheet.artifact(() => {
    doc.rect(page.left, doc.y, measure, height).lineWidth(1).fillAndStroke(colour.tint, colour.accent);
    doc.rect(page.left, doc.y, 4, height).fill(colour.accent);
  });
  const box = sheet.group(sheet.root, 'Div');
  sheet.down(inset - 1);
  sheet.write(box, 'P', heading, style.strong, page.left + inset, width);
  sheet.write(box, 'P', text, style.body, page.left + inset, width);
  sheet.down(inset + 10);
}

function writeSection(sheet: Sheet, heading: string, clauses: readonly LegalClause[], index: number) {
  const [first] = clauses;
  const height = first ? clauseHeight(sheet, first) : 0;
  const section = startSection(sheet, `${index + 1}. ${heading}`, height);
  const list = sheet.group(section, 'L', { O: 'List', ListNumbering: 'Decimal' });
  clauses.forEach((clause, place) => {
    writeClause(sheet, list, clause, `${index + 1}.${place + 1}`);
  });
}

/** Writes a heading. Starts a new page first if the heading, and a height of `following` below it, do not fit on this page. */
function startSection(sheet: Sheet, title: string, following: number): Tag {
  sheet.down(gap.section);
  sheet.reserve(sheet.heightOf(title, style.heading, measure) + gap.heading + following);
  sheet.bookmark(title);
  const section = sheet.group(sheet.root, 'Sect');
  sheet.write(section, 'H2', title, style.heading);
  sheet.down(gap.heading);
  return section;
}

/** The height of what must be together on one page: the text of a clause, and up to two of its items. */
function clauseHeight(sheet: Sheet, { text, items }: LegalClause): number {
  const width = measure - gutter.clause;
  const heights = items.slice(0, 2).map((item) => gap.item + sheet.heightOf(item, style.body, width - gutter.item));
  return heights.reduce((sum, height) => sum + height, sheet.heightOf(text, style.body, width));
}

function writeClause(sheet: Sheet, list: Tag, clause: LegalClause, number: string) {
  const { text, items } = clause;
  sheet.reserve(clauseHeight(sheet, clause));
  const body = listItem(sheet, list, number, text, page.left, gutter.clause);
  const inner = items.length > 0 && sheet.group(body, 'L', { O: 'List', ListNumbering: 'LowerAlpha' });
  if (inner)
    items.forEach((item, index) => {
      sheet.down(gap.item);
      sheet.reserve(sheet.heightOf(item, style.body, measure - gutter.clause - gutter.item));
      listItem(sheet, inner, itemLetter(index), item, page.left + gutter.clause, gutter.item);
    });
  sheet.down(gap.clause);
}

/** Writes `label` and `text` side by side as a list item. Returns the item's body, which may get a nested list. */
function listItem(sheet: Sheet, list: Tag, label: string, text: string, x: number, indent: number): Tag {
  const item = sheet.group(list, 'LI');
  let body = item;
  sheet.writeBeside(
    () => sheet.write(item, 'Lbl', label, style.number, x, indent),
    () => {
      body = sheet.group(item, 'LBody');
      sheet.write(body, 'P', text, style.body, x + indent, right - x - indent);
    },
  );
  return body;
}

function signatures(sheet: Sheet, parties: readonly string[]) {
  const lines = ['Signature', 'Name', 'Capacity', 'Date'];
  const between = 28;
  const width = (measure - between * (parties.length - 1)) / parties.length;
  const lineHeight = 27;
  const section = startSection(sheet, 'Signatures', lines.length * lineHeight + 30);
  const top = sheet.doc.y;
  parties.forEach((party, index) => {
    const x = page.left + index * (width + between);
    sheet.doc.y = top;
    sheet.write(section, 'P', `For ${party}`, style.strong, x, width);
    for (const line of lines) {
      sheet.down(lineHeight - 14);
      sheet.artifact(() => sheet.rule(sheet.doc.y, x, width, 0.6, colour.muted));
      sheet.down(2);
      sheet.write(section, 'P', line, style.small, x, width);
    }
  });
}

function details(sheet: Sheet) {
  const [labelWidth, indent] = [138, 150];
  const valueWidth = measure - indent;
  const valueStyle = { ...style.body, size: 8.8, gap: 1 };
  const heights = companyDetails.map(({ label, value }) =>
    Math.max(sheet.heightOf(label, style.small, labelWidth), sheet.heightOf(value, valueStyle, valueWidth)),
  );
  const height = heights.reduce((sum, each) => sum + each + 4, 0);
  const table = sheet.group(startSection(sheet, 'Company details', height), 'Table');
  for (const { label, value } of companyDetails) {
    sheet.artifact(() => sheet.rule(sheet.doc.y));
    sheet.down(2.5);
    const row = sheet.group(table, 'TR');
    sheet.writeBeside(
      () => {
        const head = sheet.group(row, 'TH', { O: 'Table', Scope: 'Row' });
        sheet.write(head, 'P', label, style.small, page.left, labelWidth);
      },
      () => sheet.write(row, 'TD', value, valueStyle, page.left + indent, valueWidth),
    );
    sheet.down(1.5);
  }
}

/** Draws the accent bar on every page, the header from the second page on, and the footer. */
function runningLines(sheet: Sheet, document: LegalDocument, index: number, count: number) {
  const headerY = 34;
  const footerY = page.height - 44;
  sheet.artifact(() => {
    sheet.doc.rect(0, 0, page.width, 6).fill(colour.accent);
    if (index > 0) {
      sheet.label(document.title, { ...style.small, font: 'semibold', colour: colour.ink }, headerY);
      sheet.label(edition(document), style.small, headerY, 'right');
      sheet.rule(headerY + 17);
    }
    sheet.rule(footerY - 8);
    sheet.label(`${company.legalName}, ${company.website}`, style.small, footerY);
    sheet.label(`Page ${index + 1} of ${count}`, style.small, footerY, 'right');
  }, 'Pagination');
}
