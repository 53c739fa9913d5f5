import { type Command, InvalidArgumentError, Option } from 'commander';
import { planById } from '../../../shared/hosting/catalogue.ts';
import { inPages } from '../../lib/inPages.ts';
import type { Store } from '../../outbox/store.ts';
import { deliveryStates, type ListedSubmission, type SubmissionFilter } from '../../outbox/submissions.ts';
import type { Session } from './session.ts';
import { endOfDay, startOfDay } from './times.ts';

function dayStart(typed: string): number {
  const start = startOfDay(typed);
  if (start === undefined) throw new InvalidArgumentError('It must be a day such as 2026-11-21.');
  return start;
}

/** The parsed options. `since` and `until` are the starts of their days. */
type FilterOptions = Pick<SubmissionFilter, 'state' | 'kind' | 'notArrived'> & {
  readonly plan?: string;
  readonly since?: number;
  readonly until?: number;
};

/** Adds the options that narrow a list. */
export function addFilters(command: Command): Command {
  return command
    .addOption(new Option('--state <state>', 'only those in this state').choices(deliveryStates))
    .addOption(new Option('--kind <kind>', 'only orders, or only contact messages').choices(['order', 'contact']))
    .option('--not-arrived', 'only those whose mail was sent over 15 minutes ago and is not in the mailbox of IMAP_URL')
    .option('--plan <id>', 'only orders of this plan, such as CXN3')
    .addOption(new Option('--since <day>', 'only those of this South African day and later').argParser(dayStart))
    .addOption(new Option('--until <day>', 'only those of this day and earlier').argParser(dayStart));
}

/**
 * The filter that the options of a command ask for. Says when the catalogue lacks the plan: it may be mistyped, or no
 * longer be offered.
 */
export function filterOf(command: Command, note: Session['note']): SubmissionFilter {
  const { state, kind, notArrived, plan: typed, since, until } = command.opts<FilterOptions>();
  if (since !== undefined && until !== undefined && until < since)
    command.error('error: --until names a day before that of --since');
  const planId = typed && [typed, typed.toUpperCase(), typed.toLowerCase()].find(planById);
  if (typed !== undefined && !planId)
    note(`The catalogue has no plan ${typed}: looking for orders of that id all the same.`);
  const before = until === undefined ? undefined : endOfDay(until);
  return { state, kind, notArrived, planId: planId ?? typed, since, before };
}

/** How many submissions one read of the store gives. It takes milliseconds and delays no writer. */
const pageSize = 500;

/** The submissions that fit, newest first. */
export function pagesOf(store: Store, filter: SubmissionFilter): AsyncIterable<readonly ListedSubmission[]> {
  return inPages<ListedSubmission>(pageSize, (after) => store.submissions.list(filter, { limit: pageSize, after }));
}
