import { company } from '../../shared/company.ts';
import { companyDetails } from '../../shared/legal/companyDetails.ts';
import { draftNotice } from '../../shared/legal/draftNotice.ts';
import {
  clauseNumber,
  edition,
  itemLetter,
  type LegalClause,
  type LegalDocument,
  sectionNumber,
} from '../../shared/legal/legalDocument.ts';
import { legalReview } from '../../shared/ownerFacts.ts';
import { colour, createSheet, measure, page, type Sheet, type Style, style } from './sheet.ts';

type Tag = Sheet['root'];

const gutter = { heading: 34, clause: 34, item: 22 } as const;
const gap = { paragraph: 6, clause: 5, item: 2.5, section: 13, heading: 4.5 } as const;
const right = page.left + measure;

/** One legal document as the bytes of an A4 PDF. */
export function layoutDocument(document: LegalDocument): Promise<{ bytes: Buffer; pages: number }> {
  const sheet = createSheet({
    title: `${document.title} - ${company.name}`,
    author: company.legalName,
    subject: document.description,
    date: new Date(`${legalReview.value}T00:00:00Z`),
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
  sheet.onEveryPage((index, count) => runningLines(sheet, document, index, count));
  return sheet.finish();
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
  const top = sheet.y();
  const height = inside + 2 * inset - 7;
  sheet.artifact((pen) => {
    pen.rect(page.left, top, measure, height).lineWidth(1).fillAndStroke(colour.tint, colour.accent);
    pen.rect(page.left, top, 4, height).fill(colour.accent);
  });
  const box = sheet.group(sheet.root, 'Div');
  sheet.down(inset - 1);
  sheet.write(box, 'P', heading, style.strong, page.left + inset, width);
  sheet.write(box, 'P', text, style.body, page.left + inset, width);
  sheet.down(inset + 10);
}

function writeSection(sheet: Sheet, heading: string, clauses: readonly LegalClause[], index: number) {
  const [first] = clauses;
  const following = first ? clauseHeight(sheet, first) : 0;
  const container = startSection(sheet, heading, following, sectionNumber(index));
  const list = sheet.group(container, 'L', { O: 'List', ListNumbering: 'Decimal' });
  clauses.forEach((clause, place) => {
    writeClause(sheet, list, clause, clauseNumber(index, place));
  });
}

/** Writes a heading, on a new page unless `following`, the height of the section's first content, fits below it. */
function startSection(sheet: Sheet, heading: string, following: number, number?: string): Tag {
  const indent = number ? gutter.heading : 0;
  const height = sheet.heightOf(heading, style.heading, measure - indent);
  sheet.down(gap.section);
  sheet.reserve(height + gap.heading + following);
  const title = number ? `${number}. ${heading}` : heading;
  sheet.bookmark(title);
  const section = sheet.group(sheet.root, 'Sect');
  sheet.write(section, 'H2', title, style.heading);
  sheet.down(gap.heading);
  return section;
}

/** The height that must fit on one page: a clause's text, and its first two items if it has any. */
function clauseHeight(sheet: Sheet, clause: LegalClause): number {
  const width = measure - gutter.clause;
  if (typeof clause === 'string') return sheet.heightOf(clause, style.body, width);
  const items = clause.items
    .slice(0, 2)
    .map((item) => gap.item + sheet.heightOf(item, style.body, width - gutter.item));
  return items.reduce((sum, height) => sum + height, sheet.heightOf(clause.text, style.body, width));
}

function writeClause(sheet: Sheet, list: Tag, clause: LegalClause, number: string) {
  sheet.reserve(clauseHeight(sheet, clause));
  const text = typeof clause === 'string' ? clause : clause.text;
  const body = listItem(sheet, list, number, text, page.left, gutter.clause);
  if (typeof clause !== 'string') {
    const items = sheet.group(body, 'L', { O: 'List', ListNumbering: 'LowerAlpha' });
    clause.items.forEach((item, index) => {
      sheet.down(gap.item);
      sheet.reserve(sheet.heightOf(item, style.body, measure - gutter.clause - gutter.item));
      listItem(sheet, items, itemLetter(index), item, page.left + gutter.clause, gutter.item);
    });
  }
  sheet.down(gap.clause);
}

/** Writes `label` and `text` side by side as a list item. Returns its body, for a nested list. */
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
  const top = sheet.y();
  parties.forEach((party, index) => {
    const x = page.left + index * (width + between);
    sheet.down(top - sheet.y());
    sheet.write(section, 'P', `For ${party}`, style.strong, x, width);
    lines.forEach((line) => {
      sheet.down(lineHeight - 14);
      const y = sheet.y();
      sheet.artifact((pen) =>
        pen
          .moveTo(x, y)
          .lineTo(x + width, y)
          .lineWidth(0.6)
          .stroke(colour.muted),
      );
      sheet.down(2);
      sheet.write(section, 'P', line, style.small, x, width);
    });
  });
}

function details(sheet: Sheet) {
  const labelWidth = 150;
  const valueWidth = measure - labelWidth;
  const padding = { above: 2.5, below: 1.5 };
  const row = { label: style.small, value: { ...style.body, size: 8.8, gap: 1 } } satisfies Record<string, Style>;
  const heights = companyDetails.map(({ label, value }) =>
    Math.max(sheet.heightOf(label, row.label, labelWidth - 12), sheet.heightOf(value, row.value, valueWidth)),
  );
  const total = heights.reduce((sum, height) => sum + height + padding.above + padding.below, 0);
  const table = sheet.group(startSection(sheet, 'Company details', total), 'Table');
  for (const { label, value } of companyDetails) {
    const y = sheet.y();
    sheet.artifact((pen) => pen.moveTo(page.left, y).lineTo(right, y).lineWidth(0.5).stroke(colour.hairline));
    sheet.down(padding.above);
    const tr = sheet.group(table, 'TR');
    sheet.writeBeside(
      () => {
        const th = sheet.group(tr, 'TH', { O: 'Table', Scope: 'Row' });
        sheet.write(th, 'P', label, row.label, page.left, labelWidth - 12);
      },
      () => sheet.write(tr, 'TD', value, row.value, page.left + labelWidth, valueWidth),
    );
    sheet.down(padding.below);
  }
}

/** The accent bar on every page, the header from the second page on, and the footer. */
function runningLines(sheet: Sheet, document: LegalDocument, index: number, count: number) {
  const headerY = 34;
  const footerY = page.height - 44;
  const rule = (pen: PDFKit.PDFDocument, y: number) =>
    pen.moveTo(page.left, y).lineTo(right, y).lineWidth(0.5).stroke(colour.hairline);
  sheet.artifact((pen) => {
    pen.rect(0, 0, page.width, 6).fill(colour.accent);
    if (index > 0) {
      sheet.label(document.title, { ...style.small, font: 'semibold', colour: colour.ink }, page.left, headerY);
      sheet.label(edition(document), style.small, right, headerY, 'right');
      rule(pen, headerY + 17);
    }
    rule(pen, footerY - 8);
    sheet.label(`${company.legalName}, ${company.website}`, style.small, page.left, footerY);
    sheet.label(`Page ${index + 1} of ${count}`, style.small, right, footerY, 'right');
  }, 'Pagination');
}
