import type { Command } from 'commander';
import { OperatorError } from '../../../lib/errors.ts';
import { lengthOf, sast } from '../../../lib/times.ts';
import type { OutboxMail } from '../../../outbox/mails.ts';
import type { Store } from '../../../outbox/store.ts';
import { flagsOf } from '../../../outbox/submission.ts';
import type { ListedSubmission } from '../../../outbox/submissions.ts';
import { factLines, inOneLine } from '../columns.ts';
import { listOf, readAddress, readId } from '../filters.ts';
import { noSuchSubmission, withStore } from '../openStore.ts';
import type { Terminal } from '../terminal.ts';

function stateOf({ state, dueAt, leaseUntil, sentAt, fault, lastError }: OutboxMail): string {
  const cause = fault === null ? '' : ' until the configuration of mail is right';
  if (state === 'pending') return leaseUntil === null ? `waiting${cause}, next attempt ${sast(dueAt)}` : 'under way';
  if (state === 'skipped') return `none: ${lastError ?? 'too many confirmations to this address, or to all'}`;
  return `${state} ${sast(sentAt ?? dueAt)}`;
}

/** Where and when a sent mail has arrived. `lookedAt`: when the mailbox was last read; null if never. */
function arrivalOf({ state, kind, sentAt, arrivedAt, folder }: OutboxMail, lookedAt: number | null): string {
  if (arrivedAt !== null)
    return `${folder} ${sast(arrivedAt)}, ${lengthOf(Math.max(arrivedAt - (sentAt ?? arrivedAt), 0))} after it was sent`;
  const isLookedFor = state === 'sent' && kind === 'notice' && lookedAt !== null;
  return isLookedFor ? `not found, last looked ${sast(lookedAt)}` : '-';
}

function mailLines(mail: OutboxMail, lookedAt: number | null): string[] {
  const facts = factLines([
    ['  State', stateOf(mail)],
    ['  Attempts', mail.attempts],
    ['  Arrived', arrivalOf(mail, lookedAt)],
    ['  Last error', inOneLine(mail.lastError ?? '')],
  ]);
  return ['', `${mail.kind === 'notice' ? 'Notification' : 'Confirmation'} ${mail.messageId}`, ...facts];
}

/** The text that `show` prints about one submission: its facts, its mails and its message. */
async function detailsOf(submission: ListedSubmission, { mails, mailbox }: Store): Promise<string> {
  const { reference, billing, dataCentre, operatingSystem } = submission;
  const { lookedAt } = await mailbox.status();
  const facts = factLines([
    ['Reference', reference],
    ['Received', sast(submission.receivedAt)],
    ['Kind', submission.kind],
    ['Plan', [submission.planId ?? '-', billing, dataCentre, operatingSystem].filter(Boolean).join(', ')],
    ['Flags', flagsOf(submission).join(' ') || '-'],
    ['State', submission.state],
    ['Name', inOneLine(submission.name)],
    ['Email', submission.email],
    ['Phone', inOneLine(submission.phone)],
    ['Company', inOneLine(submission.company)],
  ]);
  const about = (await mails.listAbout(reference)).flatMap((mail) => mailLines(mail, lookedAt));
  return [...facts, ...about, '', submission.message, ''].join('\n');
}

export function addShow(program: Command, { print, config }: Terminal): void {
  const command = program.command('show');
  command
    .description('Show one submission, or all of a sender, with all that is known')
    .argument('[id]', 'its reference; letters and hyphen are corrected', readId)
    .option('--email <address>', 'all of this sender: the copy that the law lets people ask for', readAddress)
    .action(async (reference: string | undefined, { email }: { readonly email?: string }) => {
      if ((reference === undefined) === (email === undefined))
        command.error('error: give either an ID or --email ADDRESS');
      await withStore(config().store, async (store) => {
        const found = reference ? [await store.submissions.find(reference)] : await listOf(store, { email });
        if (found.length === 0) throw new OperatorError('Nothing of that address is stored.');
        for (const [index, submission] of found.entries()) {
          if (!submission) throw noSuchSubmission(String(reference));
          const details = await detailsOf(submission, store);
          await print(index > 0 ? `\n${details}` : details);
        }
      });
    });
}
