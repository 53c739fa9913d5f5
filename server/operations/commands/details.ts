import { flagsOf } from '../../outbox/flags.ts';
import type { Submission } from '../../outbox/store.ts';
import { sast } from './times.ts';

/** Collapses runs of spaces, which could push a visitor's text to where one of our lines begins. */
function inOneLine(text: string): string {
  return text.replace(/\s+/g, ' ');
}

/** Whether the sender has got a confirmation. */
function confirmationOf({ confirmation, confirmationAt }: Submission): string {
  const time = confirmationAt === null ? '' : sast(confirmationAt);
  switch (confirmation) {
    case null:
      return 'none';
    case 'waiting':
      return `waiting, next attempt ${time}`;
    case 'sending':
      return 'under way';
    case 'sent':
      return `sent ${time}`;
    case 'failed':
      return `failed ${time}`;
    case 'skipped':
      return 'none: the address, its domain or all together have had their share';
  }
}

/** All facts of one submission, and its message. */
export function detailsOf(submission: Submission): string {
  const { state, attempts, nextAttemptAt, deliveredAt, lastError } = submission;
  const facts: readonly (readonly [string, string])[] = [
    ['Reference', submission.reference],
    ['Received', sast(submission.receivedAt)],
    ['Kind', submission.kind],
    ['Plan', submission.planId ?? '-'],
    ['Flags', flagsOf(submission).join(' ') || '-'],
    ['State', state],
    ['Attempts', String(attempts)],
    ...(state === 'pending' ? [['Next attempt', sast(nextAttemptAt)] as const] : []),
    ...(deliveredAt === null ? [] : [['Delivered', sast(deliveredAt)] as const]),
    ...(lastError === null ? [] : [['Last error', inOneLine(lastError)] as const]),
    ['Confirmation', confirmationOf(submission)],
    ['Message-ID', submission.messageId],
    ['Name', inOneLine(submission.name)],
    ['Email', submission.email],
    ['Phone', inOneLine(submission.phone) || '-'],
    ['Company', inOneLine(submission.company) || '-'],
  ];
  return `${[...facts.map(([label, value]) => `${`${label}:`.padEnd(14)}${value}`), '', submission.message].join('\n')}\n`;
}
