import type { Command } from 'commander';
import { OperatorError } from '../../../lib/errors.ts';
import type { OutboxMail } from '../../../outbox/mails.ts';
import { flagsOf } from '../../../outbox/submission.ts';
import type { ListedSubmission } from '../../../outbox/submissions.ts';
import { idOr, readAddress } from '../arguments.ts';
import { pagesOf } from '../filters.ts';
import { noSuchSubmission, type Session } from '../session.ts';
import { lengthOf, sast } from '../times.ts';

/** Collapses runs of spaces, which could push a visitor's text to where one of our lines begins. */
function inOneLine(text: string): string {
  return text.replace(/\s+/g, ' ') || '-';
}

/** The state of a mail in words. */
function stateOf({ state, dueAt, leaseUntil, sentAt }: OutboxMail): string {
  if (state === 'pending') return leaseUntil === null ? `waiting, next attempt ${sast(dueAt)}` : 'under way';
  if (state === 'skipped') return 'none: too many confirmations to this address, or to all';
  return `${state} ${sast(sentAt ?? dueAt)}`;
}

/** Where a sent mail has arrived. `lookedAt`: when the mailbox was last read. */
function arrivalOf({ state, kind, sentAt, arrivedAt, folder }: OutboxMail, lookedAt: number | null): string[][] {
  if (arrivedAt !== null) {
    const time = lengthOf(Math.max(arrivedAt - (sentAt ?? arrivedAt), 0));
    return [['Arrived', `${folder} ${sast(arrivedAt)}, ${time} after it was sent`]];
  }
  const isLookedFor = state === 'sent' && kind === 'notice' && lookedAt !== null;
  return isLookedFor ? [['Arrived', `not found, last looked ${sast(lookedAt)}`]] : [];
}

function mailLines(mail: OutboxMail, lookedAt: number | null): string[] {
  const facts = [
    ['State', stateOf(mail)],
    ['Attempts', String(mail.attempts)],
    ...arrivalOf(mail, lookedAt),
    ...(mail.lastError === null ? [] : [['Last error', inOneLine(mail.lastError)]]),
  ];
  const kind = mail.kind === 'notice' ? 'Notice' : 'Confirmation';
  return ['', `${kind} ${mail.messageId}`, ...facts.map(([label, value]) => `  ${`${label}:`.padEnd(12)}${value}`)];
}

/** All facts of one submission, its mails, and its message. */
function detailsOf(submission: ListedSubmission, mails: readonly OutboxMail[], lookedAt: number | null): string {
  const { billing, dataCentre, operatingSystem } = submission;
  const facts = [
    ['Reference', submission.reference],
    ['Received', sast(submission.receivedAt)],
    ['Kind', submission.kind],
    ['Plan', [submission.planId ?? '-', billing, dataCentre, operatingSystem].filter(Boolean).join(', ')],
    ['Flags', flagsOf(submission).join(' ') || '-'],
    ['State', submission.state],
    ['Name', inOneLine(submission.name)],
    ['Email', submission.email],
    ['Phone', inOneLine(submission.phone)],
    ['Company', inOneLine(submission.company)],
  ];
  const factLines = facts.map(([label, value]) => `${`${label}:`.padEnd(14)}${value}`);
  return [...factLines, ...mails.flatMap((mail) => mailLines(mail, lookedAt)), '', submission.message, ''].join('\n');
}

export function addShow(program: Command, { print, withStore }: Session): void {
  const command = program.command('show');
  command
    .description('Show one submission, or all of a sender, with all that is known')
    .argument('[id]', 'its reference; letters and hyphen are corrected', idOr('show --email'))
    .option('--email <address>', 'all of this sender: the copy that the law lets people ask for', readAddress)
    .action(async (reference: string | undefined, { email }: { readonly email?: string }) => {
      if ((reference === undefined) === (email === undefined))
        command.error('error: give either an ID or --email ADDRESS');
      await withStore(async (store) => {
        const found: (ListedSubmission | undefined)[] = [];
        if (reference) found.push(await store.submissions.find(reference));
        else for await (const page of pagesOf(store, { email })) found.push(...page);
        if (found.length === 0) throw new OperatorError('Nothing of that address is stored.');
        const { lookedAt } = await store.mailbox.status();
        for (const [index, submission] of found.entries()) {
          if (!submission) throw noSuchSubmission(String(reference));
          const details = detailsOf(submission, await store.mails.listAbout(submission.reference), lookedAt);
          await print(index > 0 ? `\n${details}` : details);
        }
      });
    });
}
