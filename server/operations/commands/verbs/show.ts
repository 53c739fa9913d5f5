import { type Command, Option } from 'commander';
import { readReference } from '../../../lib/reference.ts';
import { Failure } from '../../../outbox/faults.ts';
import { flagsOf } from '../../../outbox/flags.ts';
import type { OutboxMail } from '../../../outbox/mails.ts';
import type { Store } from '../../../outbox/store.ts';
import type { ListedSubmission } from '../../../outbox/submissions.ts';
import { pagesOf, readAddress } from '../filters.ts';
import { examples, noSuchSubmission, type Session } from '../session.ts';
import { lengthOf, sast } from '../times.ts';

/** Collapses runs of spaces, which could push a visitor's text to where one of our lines begins. */
function inOneLine(text: string): string {
  return text.replace(/\s+/g, ' ');
}

/** What has become of a mail. */
function stateOf({ state, dueAt, leaseUntil, sentAt }: OutboxMail): string {
  switch (state) {
    case 'pending':
      return leaseUntil === null ? `waiting, next attempt ${sast(dueAt)}` : 'under way';
    case 'sent':
      return `sent ${sast(sentAt ?? dueAt)}`;
    case 'failed':
      return `failed ${sast(dueAt)}`;
    case 'skipped':
      return 'none: the address, or all together, have had their share';
  }
}

/** Where a mail that was sent has arrived. Nothing is known until somebody has looked. */
function arrivalOf(mail: OutboxMail, lookedAt: number | null): string[][] {
  const { state, kind, sentAt, arrivedAt, folder } = mail;
  if (arrivedAt !== null) {
    const time = lengthOf(Math.max(arrivedAt - (sentAt ?? arrivedAt), 0));
    return [['Arrived', `${folder} ${sast(arrivedAt)}, ${time} after it was sent`]];
  }
  const isLookedFor = state === 'sent' && kind !== 'confirmation' && lookedAt !== null;
  return isLookedFor ? [['Arrived', `not found, last looked ${sast(lookedAt)}`]] : [];
}

function mailLines(mails: readonly OutboxMail[], lookedAt: number | null): string[] {
  return mails.flatMap((mail) => [
    '',
    `${mail.kind[0]?.toUpperCase()}${mail.kind.slice(1)} ${mail.messageId}`,
    ...[
      ['State', stateOf(mail)],
      ['Attempts', String(mail.attempts)],
      ...arrivalOf(mail, lookedAt),
      ...(mail.lastError === null ? [] : [['Last error', inOneLine(mail.lastError)]]),
    ].map(([label, value]) => `  ${`${label}:`.padEnd(12)}${value}`),
  ]);
}

/** All facts of one submission, its mails, and its message. `lookedAt`: when the mailbox was last looked into. */
export function detailsOf(submission: ListedSubmission, mails: readonly OutboxMail[], lookedAt: number | null): string {
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
    ['Phone', inOneLine(submission.phone) || '-'],
    ['Company', inOneLine(submission.company) || '-'],
  ];
  const factLines = facts.map(([label, value]) => `${`${label}:`.padEnd(14)}${value}`);
  return `${[...factLines, ...mailLines(mails, lookedAt), '', submission.message].join('\n')}\n`;
}

async function printDetails(store: Store, submissions: readonly ListedSubmission[], print: Session['print']) {
  const { lookedAt } = await store.mailbox.status();
  for (const [index, submission] of submissions.entries())
    await print(
      `${index > 0 ? '\n' : ''}${detailsOf(submission, await store.mails.of(submission.reference), lookedAt)}`,
    );
}

/** Adds the verb `show`. */
export function addShow(program: Command, { print, withStore }: Session): void {
  const command = program.command('show');
  command
    .description('Show one submission, or all of a sender, with all that is known')
    .argument('[id]', 'its reference', readReference)
    .addOption(
      new Option('--email <address>', 'all of this sender: the copy that the law lets people ask for').argParser(
        readAddress,
      ),
    )
    .addHelpText(
      'after',
      examples(
        ['show 7K3M9-QXD2R'],
        ['show 7k3m9qxd2r', 'read out over the phone: letters and hyphen are corrected'],
        ['show --email jo@example.com'],
      ),
    )
    .action(async (reference: string | undefined, { email }: { readonly email?: string }) => {
      if ((reference === undefined) === (email === undefined) || reference?.includes('@'))
        command.error('error: give either an ID or --email ADDRESS');
      await withStore(async (store) => {
        if (reference === undefined) {
          const found: ListedSubmission[] = [];
          for await (const page of pagesOf(store, { email })) found.push(...page);
          if (found.length === 0) throw new Failure('Nothing of that address is stored.');
          return printDetails(store, found, print);
        }
        const submission = await store.submissions.find(reference);
        if (!submission) throw noSuchSubmission(reference);
        return printDetails(store, [submission], print);
      });
    });
}
