import { readFileSync } from 'node:fs';
import { sceneSize } from '../../client/content/sceneSize.ts';
import { colours } from '../../shared/colours.ts';
import { company } from '../../shared/company.ts';
import { type Face, openFace } from './outlinedText.ts';
import type { Subject } from './pageSubjects.ts';

const heading = openFace('@fontsource/schibsted-grotesk/files/schibsted-grotesk-latin-700-normal.woff');
const body = openFace('@fontsource/ibm-plex-sans/files/ibm-plex-sans-latin-400-normal.woff');
const strong = openFace('@fontsource/ibm-plex-sans/files/ibm-plex-sans-latin-600-normal.woff');

function colour(name: string): string {
  const [, value] = new RegExp(`--${name}:([^;]+)`).exec(colours.dark) ?? [];
  if (!value) throw new Error(`shared/colours.ts has no --${name}`);
  return value;
}

/** The content of an SVG file in `static`. sharp knows no custom properties of CSS, so their values are put in here. */
function contentOf(file: string): string {
  return readFileSync(new URL(`../../static/${file}`, import.meta.url), 'utf8')
    .replace(/<\/?svg[^>]*>/g, '')
    .replace(/var\(--([\w-]+)\)/g, (_, name: string) => colour(name));
}
const emblems = contentOf('pictures/emblems.svg');

/** The colour of the scenes' outlines, as `ink` of client/content/Scene.tsx mixes it in the dark theme. */
const ink = '#8191b4';

const left = 72;
const textWidth = 580;
/** The vertical middle of the texts and the drawing. */
const middle = 362;

function drawing(scene: string): string {
  const [width, height] = sceneSize(scene);
  const scale = 500 / width;
  const y = middle - (height * scale) / 2;
  return `<use href="#scene" color="${ink}" transform="translate(652 ${y}) scale(${scale})"/>`;
}

type Look = { readonly leading: number; readonly colour: string; readonly before: number };

/** Sets a text in the first size at which it fits into the allowed `lines`. `look.leading`: the line height divided by the size. */
function fitted(
  face: Face,
  text: string,
  choices: readonly (readonly [lines: number, ...sizes: number[]])[],
  look: Look,
) {
  for (const [most, ...sizes] of choices)
    for (const size of sizes) {
      const lines = face.wrap(text, size, textWidth);
      if (lines && lines.length <= most) return { ...look, face, size, lines, leading: look.leading * size };
    }
  throw new Error(`The sharing picture has no room for: ${text}`);
}

/** Draws the blocks below each other, centred on `middle`. */
function column(blocks: readonly ReturnType<typeof fitted>[]): string {
  const height = blocks.reduce((sum, { before, lines, leading }) => sum + before + lines.length * leading, 0);
  let y = middle - height / 2;
  return blocks
    .flatMap(({ before, lines, leading, ...block }) => {
      y += before;
      return lines.map((line) => {
        y += leading;
        return `<g fill="${block.colour}">${block.face.outline(line, block.size, left, y - leading * 0.22)}</g>`;
      });
    })
    .join('\n');
}

/** The sharing picture of a page as an SVG without fonts: its texts are outlines. Throws if a text has no room. */
export function layoutPicture({ title, line, fact, scene }: Subject): string {
  const titleSizes = [
    [2, 76, 68, 62],
    [3, 62, 56, 50, 44],
  ] as const;
  const blocks = [
    fitted(heading, title, titleSizes, { leading: 1.08, colour: colour('text'), before: 0 }),
    fitted(body, line, [[3, 30, 28, 26, 24]], { leading: 1.4, colour: colour('muted'), before: 20 }),
  ];
  if (fact)
    blocks.push(
      fitted(strong, fact, [[1, 30, 28, 26, 24, 22]], { leading: 1.4, colour: colour('accent'), before: 16 }),
    );
  return `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="630">
<defs>${emblems}${contentOf(`scenes/scene-${scene}.svg`)}</defs>
<rect width="100%" height="100%" fill="${colour('ground')}"/>
${drawing(scene)}
<use href="#mark" color="${colour('text')}" transform="translate(${left - 5} 58) scale(1.75)"/>
<g fill="${colour('text')}">${heading.outline(company.name, 34, left + 64, 98)}</g>
${column(blocks)}
<path fill="${colour('accent')}" d="M0 622H400V630H0z"/><path fill="${colour('accent-2')}" d="M400 622H1200V630H400z"/>
</svg>`;
}
