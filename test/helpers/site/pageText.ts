import { createHash } from 'node:crypto';
import { rawRequest } from '../network/rawRequest.ts';

/** The texts that a page is about: title, description, and what is in `main`, without closed dialogs and sizes of files. */
export function pageText(html: string): string {
  const [title] = /<title[^>]*>[^<]*/.exec(html) ?? [''];
  const [, description = ''] = /<meta name="description" content="([^"]*)"/.exec(html) ?? [];
  const [main] = /<main.*<\/main>/s.exec(html) ?? [''];
  const shown = main.replace(/<dialog.*?<\/dialog>/gs, '').replace(/\b\d+ KB\b/g, '');
  return [title, description, shown]
    .join(' ')
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

/** A short hash of the text of the page at a path. */
export async function textHash(url: string, path: string): Promise<string> {
  const { body } = await rawRequest(url + path);
  return createHash('sha256').update(pageText(body.toString())).digest('hex').slice(0, 12);
}
