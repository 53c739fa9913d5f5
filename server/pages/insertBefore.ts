/** Inserts a text before a tag of an HTML document. Throws unless the tag occurs exactly once. */
export function insertBefore(html: string, tag: string, text: string): string {
  const parts = html.split(tag);
  if (parts.length !== 2) throw new Error(`${tag} occurs ${parts.length - 1} times in the document`);
  return parts.join(text + tag);
}
