import type { Run } from '../database.ts';
import type { MailKind } from '../store.ts';

type NewMail = {
  readonly kind: MailKind;
  readonly reference: string;
  /** The right side of its Message-ID. */
  readonly mailDomain: string;
  readonly recipient?: string;
};

/** Gives a submission a mail, which is due at once. `now`: the dialect's. */
export async function insertMail(run: Run, now: string, mail: NewMail): Promise<void> {
  const { kind, reference, mailDomain, recipient = null } = mail;
  const messageId = `<${kind === 'notice' ? '' : `${kind}-`}${reference.toLowerCase()}@${mailDomain}>`;
  await run(
    `INSERT INTO mails (message_id, reference, kind, recipient, pending_since, due_at)
     VALUES ($1, $2, $3, CAST($4 AS TEXT), ${now}, ${now})`,
    [messageId, reference, kind, recipient],
  );
}
