import type { Command } from 'commander';
import { scrub } from '../../../../shared/scrub.ts';
import { commandLine } from '../../../config/commandLine.ts';
import { deadlines } from '../../../lib/deadlines.ts';
import type { ArrivalStatus } from '../../../outbox/mailbox.ts';
import { backlogAge, type StoreStatus } from '../../../outbox/statistics.ts';
import { adviceForMailbox, namesOf } from '../../alarms/conditions/mail.ts';
import type { Session } from '../session.ts';
import { lengthOf, sast } from '../times.ts';

/** The exit codes of monitoring plug-ins: https://www.monitoring-plugins.org/doc/guidelines.html#AEN78 */
const levels = ['OK', 'WARNING', 'CRITICAL'] as const;

/** Replaces vertical bars: in the output of a monitoring plug-in, a bar begins the numbers. */
function inOneLine(text: string): string {
  return text.replace(/\s+/g, ' ').replaceAll('|', '/');
}

/** An index of `levels`. */
function levelOf({ counts, misconfigured, oldestPendingAge }: StoreStatus, arrival: ArrivalStatus | undefined): number {
  if (counts.failed > 0 || misconfigured > 0 || (arrival && arrival.missing.amount > 0)) return 2;
  return oldestPendingAge > backlogAge || (arrival && arrival.inJunk.amount > 0) ? 1 : 0;
}

/** Facts about the arrival of mail. `arrival` is undefined without IMAP_URL. */
function arrivalFacts(arrival: ArrivalStatus | undefined): string[][] {
  if (!arrival) return [['arrival', 'not checked: IMAP_URL is not set']];
  const { lookedAt, fault, faultAge, missing, inJunk } = arrival;
  const looked = lookedAt === null ? 'not looked into yet' : `last looked ${sast(lookedAt)}`;
  return [
    ['not arrived', missing.amount === 0 ? '0' : `${missing.amount}: ${namesOf(missing)}`],
    ['in Junk', inJunk.amount === 0 ? '0' : `${inJunk.amount} in the last 24 hours: ${namesOf(inJunk)}`],
    ['mailbox', fault ? `${looked}. For ${lengthOf(faultAge)}: ${adviceForMailbox[fault]}` : looked],
  ];
}

function textOf(status: StoreStatus, arrival: ArrivalStatus | undefined): string {
  const { counts, misconfigured, oldestPendingAge: age, oldestPendingAt, lastError, lastDeliveredAt } = status;
  const { pending, failed, delivered } = counts;
  const waits = oldestPendingAt === null ? '' : ` (the oldest for ${lengthOf(age)})`;
  const held = misconfigured > 0 ? ', the configuration of mail is at fault' : '';
  const lost = arrival ? `, ${arrival.missing.amount} not arrived` : '';
  const numbers = `queued=${pending} oldest=${Math.floor(age / 1000)}s;${backlogAge / 1000} failed=${failed};;0`;
  const facts = [
    ['queued', pending],
    ['oldest', oldestPendingAt === null ? '-' : `${lengthOf(age)}, since ${sast(oldestPendingAt)}`],
    ['failed', failed],
    // Scrubbed, because the error may quote a mail. `show` prints the whole error.
    ['last error', lastError ? `${lastError.reference}: ${inOneLine(scrub(lastError.text))}` : '-'],
    ['delivered', delivered],
    ['last delivered', lastDeliveredAt === null ? '-' : sast(lastDeliveredAt)],
    ...arrivalFacts(arrival),
  ];
  const next = [
    failed > 0 && `Look: ${commandLine} list --state failed. Once the cause is gone: ${commandLine} retry --failed.`,
    misconfigured > 0 && `Which setting it is: ${commandLine} test-mail.`,
    arrival?.missing.amount && `Look: ${commandLine} list --not-arrived. To send one again: ${commandLine} retry ID.`,
  ].filter(Boolean);
  return [
    `${levels[levelOf(status, arrival)]} - ${pending} queued${waits}, ${failed} failed${held}${lost}` +
      ` | ${numbers}${arrival ? ` not_arrived=${arrival.missing.amount}` : ''}`,
    ...facts.map(([label, value]) => `${`${label}:`.padEnd(16)}${value}`),
    ...(next.length > 0 ? ['', ...next] : []),
    '',
  ].join('\n');
}

const help = `
The first line is for monitoring. The exit code:
  0  all is well
  1  the oldest has waited over ${backlogAge / 60_000} minutes, or mail lies in Junk
  2  some have failed or not arrived, a setting is at fault, or the store is missing, or cannot be read or written`;

export function addStatus(program: Command, { print, config, withStore }: Session): void {
  program
    .command('status')
    .description('Say whether all is well, as monitoring plug-ins do')
    .addHelpText('after', help)
    .action(async () => {
      try {
        const { imapUrl } = config().mailbox;
        await withStore(async ({ maintenance, statistics, mailbox }) => {
          await maintenance.probe();
          const status = await statistics.status();
          const arrival = imapUrl ? await mailbox.status() : undefined;
          process.exitCode = levelOf(status, arrival);
          await print(textOf(status, arrival));
        }, deadlines.operator.status);
      } catch (error) {
        process.exitCode = 2;
        await print(`CRITICAL - ${inOneLine((error as Error).message)}\n`);
      }
    });
}
