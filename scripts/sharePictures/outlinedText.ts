import { fileURLToPath } from 'node:url';
import { type Font, openSync } from 'fontkit';

export type Face = ReturnType<typeof openFace>;

/** Opens a font. Its texts become outlines, so that a picture does not depend on the machine's fonts. */
export function openFace(file: string) {
  const font = openSync(fileURLToPath(import.meta.resolve(file))) as Font;
  const advances = new Map<string, number>();
  const widthOf = (text: string, size: number) => {
    const advance = advances.get(text) ?? font.layout(text).advanceWidth;
    advances.set(text, advance);
    return (advance * size) / font.unitsPerEm;
  };
  const broken = (text: string, size: number, width: number) => {
    const lines: string[] = [];
    for (const word of text.split(' ')) {
      const longer = `${lines.at(-1)} ${word}`;
      if (lines.length > 0 && widthOf(longer, size) <= width) lines[lines.length - 1] = longer;
      else lines.push(word);
    }
    return lines.every((line) => widthOf(line, size) <= width) ? lines : undefined;
  };
  return {
    /** An SVG path of a text. Its baseline starts at x and y. */
    outline(text: string, size: number, x: number, y: number): string {
      const scale = size / font.unitsPerEm;
      const { glyphs, positions } = font.layout(text);
      let pen = 0;
      const paths = glyphs.map((glyph, index) => {
        const { xAdvance = 0, xOffset = 0, yOffset = 0 } = positions[index] ?? {};
        const path = glyph.path.translate(pen + xOffset, yOffset).toSVG();
        pen += xAdvance;
        return path;
      });
      return `<path transform="translate(${x} ${y}) scale(${scale} ${-scale})" d="${paths.join('')}"/>`;
    },
    /** Breaks a text into as few lines as `width` allows, all about equally long. Undefined if a word is wider than `width`. */
    wrap(text: string, size: number, width: number): readonly string[] | undefined {
      let lines = broken(text, size, width);
      for (let narrower = width; lines; narrower -= 8) {
        const balanced = broken(text, size, narrower);
        if (!balanced || balanced.length > lines.length) break;
        lines = balanced;
      }
      return lines;
    },
  };
}
