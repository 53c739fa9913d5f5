/** A mail server's text as both databases can keep it: PostgreSQL takes no NUL, and UTF-8 has no lone surrogates. */
export function storableText(text: string): string {
  return text.replaceAll('\0', '').toWellFormed();
}
