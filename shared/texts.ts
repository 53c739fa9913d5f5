/**
 * A page's texts for search engines and link previews. The page adds the company's name to `title`: together they have up to 60
 * characters. `description` has 120 to 160 characters.
 */
export type PageMeta = { readonly title: string; readonly description: string };

/** Headings with their texts, or questions with their answers, in the order of the page. */
export type Points = { readonly [heading: string]: string };

/** Reads a table. Each line has a heading and a text: `Pilot | A small group works on the new system first.` */
export function pointsOf(table: string): Points {
  const lines = table.split('\n').filter((line) => line !== '');
  return Object.fromEntries(lines.map((line) => line.split(' | ')));
}
