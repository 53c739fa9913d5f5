import type { Command } from 'commander';
import { scrub } from '../../../../shared/scrub.ts';
import { deadlines } from '../../../lib/deadlines.ts';
import { lengthOf, sast } from '../../../lib/times.ts';
import type { ArrivalStatus } from '../../../outbox/mailbox.ts';
import { backlogAge, type StoreStatus } from '../../../outbox/statistics.ts';
import type { Store } from '../../../outbox/store.ts';
import { adviceForMailbox, isUnreadable, namesOf } from '../../alarms/conditions/mail.ts';
import { factLines, inOneLine } from '../columns.ts';
import { withStore } from '../openStore.ts';
import type { Terminal } from '../terminal.ts';

/** The levels of monitoring plug-ins, with exit codes 0, 1 and 2: https://www.monitoring-plugins.org/doc/guidelines.html#AEN78 */
const levels = ['OK', 'WARNING', 'CRITICAL'] as const;

/** Returns the index of the level in `levels`, which is the exit code. */
function levelOf({ counts, misconfigured, oldestPendingAge }: StoreStatus, arrival: ArrivalStatus | undefined): number {
  if (counts.failed > 0 || misconfigured > 0 || (arrival && arrival.missing.amount > 0)) return 2;
  return oldestPendingAge > backlogAge || (arrival && (arrival.inJunk.amount > 0 || isUnreadable(arrival))) ? 1 : 0;
}

/** Facts about the arrival of mail. `arrival` is undefined without IMAP_URL. */
function arrivalFacts(arrival: ArrivalStatus | undefined): [string, string][] {
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
  const { counts, misconfigured, oldestPendingAge, oldestPendingAt, lastError, lastDeliveredAt } = status;
  const missing = arrival?.missing.amount ?? 0;
  const summary = [
    `${counts.pending} queued${oldestPendingAt === null ? '' : ` (the oldest for ${lengthOf(oldestPendingAge)})`}`,
    `${counts.failed} failed`,
    misconfigured > 0 && 'the configuration of mail is at fault',
    missing > 0 && `${missing} not arrived`,
    arrival && isUnreadable(arrival) && 'the mailbox cannot be read',
  ];
  const facts = factLines([
    // The error may quote a mail, so personal data is removed here. The verb `show` prints the whole error.
    ['last error', lastError ? `${lastError.reference}: ${inOneLine(scrub(lastError.text))}` : '-'],
    ['delivered', counts.delivered],
    ['last delivered', lastDeliveredAt === null ? '-' : sast(lastDeliveredAt)],
    ...arrivalFacts(arrival),
  ]);
  const level = levelOf(status, arrival);
  const advice = level > 0 ? ['What to do: docs/operations.md, "Mail is not arriving".'] : [];
  return [`${levels[level]} - ${summary.filter(Boolean).join(', ')}`, ...facts, ...advice, ''].join('\n');
}

export function addStatus(program: Command, { print, config }: Terminal): void {
  program
    .command('status')
    .description('Say whether all is well, as monitoring plug-ins do')
    .action(async () => {
      try {
        const { store: place, mailbox } = config();
        const printStatus = async (store: Store) => {
          await store.maintenance.probe();
          const status = await store.statistics.status();
          const arrival = mailbox.imapUrl ? await store.mailbox.status() : undefined;
          process.exitCode = levelOf(status, arrival);
          await print(textOf(status, arrival));
        };
        await withStore(place, printStatus, deadlines.operator.status);
      } catch (error) {
        process.exitCode = 2;
        await print(`CRITICAL - ${inOneLine((error as Error).message)}\n`);
      }
    });
}
