import { fileURLToPath } from 'node:url';
import PDFDocument from 'pdfkit';

/** The size of A4, and the margins around the text, in points. */
export const page = { width: 595.28, height: 841.89, left: 64, right: 64, top: 74, bottom: 66 } as const;
export const measure = page.width - page.left - page.right;

export const colour = {
  ink: '#10243e',
  text: '#1f2b3a',
  muted: '#536277',
  hairline: '#c8d2de',
  accent: '#0b7a7d',
  tint: '#eff8f8',
} as const;

/** A text style; `size` and `gap`, the space between lines, are in points. */
export type Style = {
  readonly font: 'regular' | 'semibold';
  readonly size: number;
  readonly gap: number;
  readonly colour: string;
};
export type Tag = PDFKit.PDFStructureElement;
type Attributes = Readonly<Record<string, string>>;
/** The dictionary of a structure element. pdfkit has neither an option nor a type for attributes in it. */
type WithDictionary = { readonly dictionary: { readonly data: { A?: Attributes } } };

export const style = {
  title: { font: 'semibold', size: 25, gap: 0, colour: colour.ink },
  lead: { font: 'regular', size: 11.5, gap: 2.5, colour: colour.muted },
  heading: { font: 'semibold', size: 12.5, gap: 1, colour: colour.ink },
  strong: { font: 'semibold', size: 9.4, gap: 2, colour: colour.ink },
  body: { font: 'regular', size: 9.4, gap: 2, colour: colour.text },
  number: { font: 'regular', size: 9.4, gap: 2, colour: colour.muted },
  small: { font: 'regular', size: 8.4, gap: 1.5, colour: colour.muted },
} as const satisfies Record<string, Style>;

function face(weight: number) {
  const file = `@fontsource/ibm-plex-sans/files/ibm-plex-sans-latin-${weight}-normal.woff`;
  return fileURLToPath(import.meta.resolve(file));
}

/** Puts no-break spaces into phone numbers, and between a number and the word that belongs to it. */
function bind(text: string) {
  return text
    .replace(/\+?\d[\d ]{7,}\d/g, (phone) => phone.replaceAll(' ', '\u00a0'))
    .replace(/\b(sections?|Acts?|CFR|Parts?|Forms?|Subpart) (?=[\dA-Z])/g, '$1\u00a0')
    .replace(/(\d) (?=(?:CFR|days|hours|minutes|business)\b)/g, '$1\u00a0');
}

/**
 * A tagged A4 document and the functions that draw on it. All content is either an element of the structure tree or an
 * artifact, which screen readers skip. The same calls give the same bytes.
 */
export function createSheet(facts: { Title: string; Author: string; Subject: string; CreationDate: Date }) {
  const options = {
    size: 'A4',
    margins: page,
    bufferPages: true,
    pdfVersion: '1.7',
    tagged: true,
    lang: 'en-ZA',
    displayTitle: true,
    subset: 'PDF/UA' as string,
    info: { ...facts, ModDate: facts.CreationDate },
  };
  const doc = new PDFDocument(options as PDFKit.PDFDocumentOptions);
  doc.registerFont('regular', face(400));
  doc.registerFont('semibold', face(600));
  const root = doc.struct('Document');
  doc.addStructure(root);

  const use = (chosen: Style) => doc.font(chosen.font).fontSize(chosen.size).fillColor(chosen.colour);

  return {
    doc,
    root,
    /** Adds an empty structure element to `parent`. `attributes` have the names of the PDF standard. */
    group(parent: Tag, tag: string, attributes?: Attributes): Tag {
      const element = doc.struct(tag);
      if (attributes) (element as Tag & WithDictionary).dictionary.data.A = attributes;
      parent.add(element);
      return element;
    },
    heightOf(text: string, chosen: Style, width: number): number {
      return use(chosen).heightOfString(bind(text), { width, lineGap: chosen.gap });
    },
    /** Writes text as a structure element of `parent`, and moves down to its end. */
    write(parent: Tag, tag: string, text: string, chosen: Style, x: number = page.left, width: number = measure) {
      const draw = () => use(chosen).text(bind(text), x, doc.y, { width, lineGap: chosen.gap });
      parent.add(doc.struct(tag, {}, [draw]));
    },
    /** Writes two texts side by side, such as a number and its clause, and moves down to the end of the longer one. */
    writeBeside(first: () => void, second: () => void) {
      const top = doc.y;
      first();
      const end = doc.y;
      doc.y = top;
      second();
      doc.y = Math.max(end, doc.y);
    },
    artifact(draw: () => void, type: 'Layout' | 'Pagination' = 'Layout') {
      doc.markContent('Artifact', { type });
      doc.save();
      draw();
      doc.restore();
      doc.endMarkedContent();
    },
    /** Draws a horizontal line. Call this within `artifact`. */
    rule(y: number, x: number = page.left, width: number = measure, weight = 0.5, stroke: string = colour.hairline) {
      doc.moveTo(x, y);
      doc
        .lineTo(x + width, y)
        .lineWidth(weight)
        .stroke(stroke);
    },
    /** Writes one line of text, such as a running header. Call this within `artifact`. */
    label(text: string, chosen: Style, y: number, align: 'left' | 'right' = 'left') {
      use(chosen);
      const x = align === 'left' ? page.left : page.left + measure - doc.widthOfString(text);
      doc.text(text, x, y, { lineBreak: false });
    },
    bookmark(title: string) {
      // pdfkit measures `left` from the right edge, so the page's width is the left edge.
      const here = { fit: false, top: Math.max(0, doc.y - 24), left: page.width };
      doc.outline.addItem(title, here as Parameters<typeof doc.outline.addItem>[1]);
    },
    down(points: number) {
      doc.y += points;
    },
    /** Starts a new page unless `height`, in points, fits on the present page. */
    reserve(height: number) {
      if (doc.y + height > page.height - page.bottom) doc.addPage();
    },
    /** Calls `draw` for every page, and then ends the document. */
    async finish(draw: (index: number, count: number) => void): Promise<{ bytes: Buffer; pages: number }> {
      const { count } = doc.bufferedPageRange();
      for (let index = 0; index < count; index++) {
        doc.switchToPage(index);
        doc.page.margins.bottom = 0;
        draw(index, count);
      }
      root.end();
      doc.end();
      return { bytes: Buffer.concat(await doc.toArray()), pages: count };
    },
  };
}

export type Sheet = ReturnType<typeof createSheet>;
