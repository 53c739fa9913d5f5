import type { Run } from '../database.ts';

/** The right side of a Message-ID. */
export function domainOf(messageId: string): string {
  return messageId.slice(messageId.lastIndexOf('@') + 1, -1);
}

/** Gives each submission a notice of its own, which is due at once, unless a retry has given it one. `now`: the dialect's. */
export async function insertNotices(
  run: Run,
  now: string,
  references: readonly string[],
  mailDomain: string,
  lastError: string | null = null,
): Promise<void> {
  for (const reference of references) {
    const messageId = `<${reference.toLowerCase()}@${mailDomain}>`;
    await run(
      `INSERT INTO mails (kind, message_id, pending_since, due_at, last_error)
       VALUES ('notice', $1, ${now}, ${now}, CAST($2 AS TEXT)) ON CONFLICT DO NOTHING`,
      [messageId, lastError],
    );
    await run('INSERT INTO mail_submissions (reference, message_id) VALUES ($1, $2) ON CONFLICT DO NOTHING', [
      reference,
      messageId,
    ]);
  }
}
