import { createHash } from 'node:crypto';
import { textAt } from '../network/rawRequest.ts';

/** The text of a page: title, description and `main`, without dialogs and without sizes of files. */
export function pageText(html: string): string {
  const [title] = /<title[^>]*>[^<]*/.exec(html) ?? [''];
  const [, description = ''] = /<meta name="description" content="([^"]*)"/.exec(html) ?? [];
  const [main] = /<main.*<\/main>/s.exec(html) ?? [''];
  const shown = main.replace(/<dialog.*?<\/dialog>/gs, '').replace(/\b\d+ KB\b/g, '');
  return (
    [title, description, shown]
      .join(' ')
      .replace(/<[^>]*>/g, ' ')
      .replace(/\s+/g, ' ')
      // This number grows with the years.
      .replace(/Years in business \d+\+/, '')
      .trim()
  );
}

/** A short hash of the text of the page at a path. */
export async function textHash(url: string, path: string): Promise<string> {
  return createHash('sha256')
    .update(pageText(await textAt(url + path)))
    .digest('hex')
    .slice(0, 12);
}

/** A text of HTML, or the value of an attribute, without escapes. */
export function decoded(html: string): string {
  const characters: Readonly<Record<string, string>> = { amp: '&', quot: '"', lt: '<', gt: '>', '#x27': "'" };
  return html.replace(/&(amp|quot|lt|gt|#x27);/g, (_, name: string) => characters[name] ?? '');
}
