import type { Run } from '../database.ts';

/** The right side of a Message-ID. */
export function domainOf(messageId: string): string {
  return messageId.slice(messageId.lastIndexOf('@') + 1, -1);
}

type Mail = {
  readonly kind: 'notice' | 'confirmation';
  readonly reference: string;
  readonly mailDomain: string;
  readonly lastError?: string | null;
  readonly recipient?: string;
};

/** Gives a submission a mail of its own, which is due at once, unless it has one of this kind. `now`: the dialect's. */
export async function insertMail(run: Run, now: string, mail: Mail): Promise<void> {
  const { kind, reference, mailDomain, lastError = null, recipient = null } = mail;
  const messageId = `<${kind === 'notice' ? '' : `${kind}-`}${reference.toLowerCase()}@${mailDomain}>`;
  await run(
    `INSERT INTO mails (kind, message_id, pending_since, due_at, last_error, recipient)
     VALUES ('${kind}', $1, ${now}, ${now}, CAST($2 AS TEXT), CAST($3 AS TEXT)) ON CONFLICT DO NOTHING`,
    [messageId, lastError, recipient],
  );
  const join = 'INSERT INTO mail_submissions (reference, message_id) VALUES ($1, $2) ON CONFLICT DO NOTHING';
  await run(join, [reference, messageId]);
}
