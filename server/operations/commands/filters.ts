import { type Command, InvalidArgumentError, Option } from 'commander';
import { planById } from '../../../shared/hosting/catalogue.ts';
import { inPages } from '../../lib/inPages.ts';
import { comparableAddress } from '../../outbox/erasureTarget.ts';
import type { Store } from '../../outbox/store.ts';
import { deliveryStates, type ListedSubmission, type SubmissionFilter } from '../../outbox/submissions.ts';
import type { Session } from './session.ts';
import { endOfDay, startOfDay } from './times.ts';

function dayStart(typed: string): number {
  const start = startOfDay(typed);
  if (start === undefined) throw new InvalidArgumentError('It must be a day such as 2026-11-21.');
  return start;
}

/** An address as `forget` compares it. */
export function readAddress(typed: string): string {
  const address = comparableAddress(typed);
  if (address === undefined) throw new InvalidArgumentError('It must be an address such as name@example.com.');
  return address;
}

/** Which submissions a command lists. `email` is comparable. */
export type ListFilter = SubmissionFilter & { readonly email?: string | undefined };

/** The parsed options. `since` and `until` are the starts of their days. */
type FilterOptions = Pick<SubmissionFilter, 'state' | 'kind' | 'notArrived'> & {
  readonly email?: string;
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
    .addOption(
      new Option('--email <address>', 'only those of this sender, in upper or lower case').argParser(readAddress),
    )
    .option('--plan <id>', 'only orders of this plan, such as CXN3')
    .addOption(new Option('--since <day>', 'only those of this South African day and later').argParser(dayStart))
    .addOption(new Option('--until <day>', 'only those of this day and earlier').argParser(dayStart));
}

/**
 * The filter that the options of a command ask for. Says when the catalogue lacks the plan: it may be mistyped, or no
 * longer be offered.
 */
export function filterOf(command: Command, note: Session['note']): ListFilter {
  const { email, state, kind, notArrived, plan: typed, since, until } = command.opts<FilterOptions>();
  if (since !== undefined && until !== undefined && until < since)
    command.error('error: --until names a day before that of --since');
  const planId = typed && [typed, typed.toUpperCase(), typed.toLowerCase()].find(planById);
  if (typed !== undefined && !planId)
    note(`The catalogue has no plan ${typed}: looking for orders of that id all the same.`);
  const before = until === undefined ? undefined : endOfDay(until);
  return { email, state, kind, notArrived, planId: planId ?? typed, since, before };
}

/** How many submissions one read of the store gives. It takes milliseconds and delays no writer. */
const pageSize = 500;

/** The submissions that fit, newest first. Addresses are compared here: SQL cannot do it. */
export async function* pagesOf(
  store: Store,
  { email, ...filter }: ListFilter,
): AsyncGenerator<readonly ListedSubmission[]> {
  const pages = inPages<ListedSubmission>(pageSize, (after) =>
    store.submissions.list(filter, { limit: pageSize, after }),
  );
  for await (const page of pages)
    yield email === undefined ? page : page.filter((submission) => comparableAddress(submission.email) === email);
}
