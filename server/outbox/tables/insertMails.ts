import type { Run } from '../database.ts';

/** The right side of a Message-ID. */
export function domainOf(messageId: string): string {
  return messageId.slice(messageId.lastIndexOf('@') + 1, -1);
}

type NewMails = {
  readonly kind: 'notice' | 'confirmation';
  readonly references: readonly string[];
  readonly mailDomain: string;
  readonly lastError?: string | null;
  readonly recipient?: string;
};

/** Gives each submission a mail of its own, which is due at once, unless one with its Message-ID is there. `now`: the dialect's. */
export async function insertMails(run: Run, now: string, mails: NewMails): Promise<void> {
  const { kind, references, mailDomain, lastError = null, recipient = null } = mails;
  for (const reference of references) {
    const messageId = `<${kind === 'notice' ? '' : `${kind}-`}${reference.toLowerCase()}@${mailDomain}>`;
    await run(
      `INSERT INTO mails (kind, message_id, pending_since, due_at, last_error, recipient)
       VALUES ('${kind}', $1, ${now}, ${now}, CAST($2 AS TEXT), CAST($3 AS TEXT)) ON CONFLICT DO NOTHING`,
      [messageId, lastError, recipient],
    );
    const join = 'INSERT INTO mail_submissions (reference, message_id) VALUES ($1, $2) ON CONFLICT DO NOTHING';
    await run(join, [reference, messageId]);
  }
}
