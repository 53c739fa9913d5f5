import type { NewSubmission } from './submission.ts';

/** Makes a text that both databases can store: PostgreSQL accepts no NUL, and UTF-8 has no lone surrogates. */
export function storableText(text: string): string {
  return text.replaceAll('\0', '').toWellFormed();
}

/** The submission with storable texts. */
export function storable(submission: NewSubmission): NewSubmission {
  const entries = Object.entries(submission).map(([name, value]) => [
    name,
    typeof value === 'string' ? storableText(value) : value,
  ]);
  return Object.fromEntries(entries) as NewSubmission;
}
