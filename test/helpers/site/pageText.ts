import { createHash } from 'node:crypto';
import { textAt } from '../network/rawRequest.ts';

/** What a page says: its title, its description and the text of `main`, without dialogs and the sizes of files. */
function pageText(html: string): string {
  const [title] = /<title[^>]*>[^<]*/.exec(html) ?? [''];
  const [, description = ''] = /<meta name="description" content="([^"]*)"/.exec(html) ?? [];
  const [main] = /<main.*<\/main>/s.exec(html) ?? [''];
  const shown = main.replace(/<dialog.*?<\/dialog>/gs, '').replace(/\b\d+ KB\b/g, '');
  return (
    [title, description, shown]
      .join(' ')
      .replace(/<[^>]*>/g, ' ')
      .replace(/\s+/g, ' ')
      // This number grows by one each year. The text of the page must not count as changed then.
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

/** A text or the value of an attribute of HTML. Character references, such as `&amp;`, are replaced by what they stand for. */
export function decoded(html: string): string {
  const characters: Readonly<Record<string, string>> = { amp: '&', quot: '"', lt: '<', gt: '>', '#x27': "'" };
  return html.replace(/&(amp|quot|lt|gt|#x27);/g, (_, name: string) => characters[name] ?? '');
}
