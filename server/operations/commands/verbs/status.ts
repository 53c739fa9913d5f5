import type { Command } from 'commander';
import { scrub } from '../../../../shared/scrub.ts';
import { commandLine } from '../../../config/commandLine.ts';
import { deadlines } from '../../../lib/deadlines.ts';
import { Failure } from '../../../outbox/faults.ts';
import type { ArrivalStatus } from '../../../outbox/mailbox.ts';
import { backlogAge, clockTolerance, type StoreStatus } from '../../../outbox/statistics.ts';
import { adviceForMailbox, namesOf } from '../../alarms/conditions/arrival.ts';
import { examples, type Session } from '../session.ts';
import { lengthOf, sast } from '../times.ts';

/** The exit codes of monitoring plug-ins: https://www.monitoring-plugins.org/doc/guidelines.html#AEN78 */
const levels = ['OK', 'WARNING', 'CRITICAL'] as const;

/** What monitoring knows of the store: how bad it is, as an index of `levels`, and the facts. */
function reportOf(
  { counts, oldestPendingAt, oldestPendingAge: age, newestAge, lastDeliveredAt, lastError }: StoreStatus,
  arrival: ArrivalStatus | undefined,
) {
  const ahead = -(newestAge ?? 0);
  const isAhead = ahead > clockTolerance;
  const isCritical = counts.failed > 0 || (arrival?.missing.amount ?? 0) > 0;
  const isWarning = age > backlogAge || isAhead || (arrival?.inJunk.amount ?? 0) > 0;
  return {
    exitCode: isCritical ? 2 : isWarning ? 1 : 0,
    queued: counts.pending,
    delivered: counts.delivered,
    failed: counts.failed,
    oldestAt: oldestPendingAt,
    oldestSeconds: Math.floor(age / 1000),
    aheadSeconds: isAhead ? Math.floor(ahead / 1000) : 0,
    // It goes to monitoring and may quote the mail: `show` has it as it is.
    lastError: lastError && { reference: lastError.reference, text: inOneLine(scrub(lastError.text)) },
    lastDeliveredAt,
    arrival,
  };
}
type Report = ReturnType<typeof reportOf>;

/** A vertical bar would begin the numbers. */
function inOneLine(text: string): string {
  return text.replace(/\s+/g, ' ').replaceAll('|', '/');
}

/** What is known of the arrival of mail; undefined: nobody looks. */
function arrivalFacts(arrival: ArrivalStatus | undefined): readonly (readonly [label: string, value: string])[] {
  if (!arrival) return [['arrival', 'not looked at: IMAP_URL is not set']];
  const { lookedAt, fault, faultAge, missing, inJunk } = arrival;
  const some = (submissions: typeof missing, when: string) =>
    submissions.amount === 0 ? '0' : `${submissions.amount}${when}: ${namesOf(submissions)}`;
  const looked = lookedAt === null ? 'not looked into yet' : `last looked ${sast(lookedAt)}`;
  return [
    ['not arrived', some(missing, '')],
    ['in Junk', some(inJunk, ' in the last 24 hours')],
    ['mailbox', fault ? `${looked}. For ${lengthOf(faultAge)}: ${adviceForMailbox[fault]}` : looked],
  ];
}

function textOf(report: Report) {
  const { exitCode, queued, delivered, failed, oldestAt, oldestSeconds, aheadSeconds, lastError, lastDeliveredAt } =
    report;
  const notArrived = report.arrival?.missing.amount;
  const oldest = oldestAt === null ? '-' : `${lengthOf(oldestSeconds * 1000)}, since ${sast(oldestAt)}`;
  const facts = [
    ['queued', queued],
    ['oldest', oldest],
    ['failed', failed],
    ['last error', lastError ? `${lastError.reference}: ${lastError.text}` : '-'],
    ['delivered', delivered],
    ['last delivered', lastDeliveredAt === null ? '-' : sast(lastDeliveredAt)],
    ...(aheadSeconds > 0
      ? [['clock', `the newest was received ${lengthOf(aheadSeconds * 1000)} from now`] as const]
      : []),
    ...arrivalFacts(report.arrival),
  ] as const;
  const summary = `${queued} queued${oldestAt === null ? '' : ` (the oldest for ${lengthOf(oldestSeconds * 1000)})`}, ${failed} failed${notArrived === undefined ? '' : `, ${notArrived} not arrived`}${aheadSeconds > 0 ? ', the clock was ahead or is behind' : ''}`;
  const numbers = `queued=${queued} oldest=${oldestSeconds}s;${backlogAge / 1000} failed=${failed};;0${notArrived === undefined ? '' : ` not_arrived=${notArrived}`}`;
  const next = [
    ...(failed > 0
      ? [`Look: ${commandLine} list --state failed. Once the cause is gone: ${commandLine} retry --failed.`]
      : []),
    ...(notArrived ? [`Look: ${commandLine} list --not-arrived. To send one again: ${commandLine} retry ID.`] : []),
  ];
  return [
    `${levels[exitCode]} - ${summary} | ${numbers}`,
    ...facts.map(([label, value]) => `${`${label}:`.padEnd(16)}${value}`),
    ...(next.length > 0 ? ['', ...next] : []),
    '',
  ].join('\n');
}

function jsonOf({ exitCode, oldestAt, lastDeliveredAt, arrival, ...facts }: Report): string {
  const iso = (time: number | null) => (time === null ? null : new Date(time).toISOString());
  const times = { oldestAt: iso(oldestAt), lastDeliveredAt: iso(lastDeliveredAt) };
  const arrivals = arrival && {
    notArrived: arrival.missing.amount,
    inJunk: arrival.inJunk.amount,
    mailboxLookedAt: iso(arrival.lookedAt),
    mailboxFault: arrival.fault,
  };
  return `${JSON.stringify({ level: levels[exitCode], ...facts, ...times, ...arrivals })}\n`;
}

/** Adds the verb `status`. */
export function addStatus(program: Command, { print, config, withStore }: Session): void {
  program
    .command('status')
    .description('Say whether all is well, as monitoring plug-ins do')
    .option('--json', 'as JSON, times in UTC')
    .addHelpText(
      'after',
      `
The first line is for monitoring. The exit code:
  0  all is well
  1  the oldest has waited over ${backlogAge / 60_000} minutes, mail lies in Junk, or the newest is from the future: the clock was wrong or is
  2  some have failed or not arrived, or the store is missing, or cannot be read or written
${examples(['status'], ['status --json | jq .queued', 'one number'])}`,
    )
    .action(async ({ json }: { readonly json?: boolean }) => {
      try {
        const { imapUrl } = config();
        const report = await withStore(async (store) => {
          await store.maintenance.probe();
          return reportOf(await store.statistics.status(), imapUrl ? await store.mailbox.status() : undefined);
        }, deadlines.operator.status);
        process.exitCode = report.exitCode;
        await print(json ? jsonOf(report) : textOf(report));
      } catch (error) {
        if (!(error instanceof Failure)) throw error;
        process.exitCode = 2;
        await print(
          json
            ? `${JSON.stringify({ level: 'CRITICAL', error: error.message })}\n`
            : `CRITICAL - ${inOneLine(error.message)}\n`,
        );
      }
    });
}
