import { type Command, Option } from 'commander';
import { planById } from '../../../shared/hosting/catalogue.ts';
import { inPages } from '../../lib/inPages.ts';
import type { Store } from '../../outbox/store.ts';
import { comparableAddress } from '../../outbox/submission.ts';
import { deliveryStates, type ListedSubmission, type SubmissionFilter } from '../../outbox/submissions.ts';
import { readAddress, readDay } from './arguments.ts';
import type { Session } from './session.ts';
import { day } from './times.ts';

/** Which submissions a command lists. `email` is a `comparableAddress`. */
export type ListFilter = SubmissionFilter & { readonly email?: string | undefined };

/** The parsed options. `until` is the start of the last day. */
type FilterOptions = Omit<ListFilter, 'planId' | 'before'> & { readonly plan?: string; readonly until?: number };

/** Adds the options that narrow a list. */
export function addFilters(command: Command): Command {
  return command
    .addOption(new Option('--state <state>', 'only those in this state').choices(deliveryStates))
    .addOption(new Option('--kind <kind>', 'only orders, or only contact messages').choices(['order', 'contact']))
    .option('--not-arrived', 'only those whose mail was sent over 15 minutes ago and is not in the mailbox of IMAP_URL')
    .option('--email <address>', 'only those of this sender, in upper or lower case', readAddress)
    .option('--plan <id>', 'only orders of this plan, such as CXN3')
    .option('--since <day>', 'only those of this South African day and later', readDay)
    .option('--until <day>', 'only those of this day and earlier', readDay);
}

/** The filter for the options. Prints a note if the catalogue lacks the plan, which may be mistyped or no longer offered. */
export function filterOf({ plan, until, ...filter }: FilterOptions, note: Session['note']): ListFilter {
  const known = plan && [plan, plan.toUpperCase(), plan.toLowerCase()].find(planById);
  if (plan && !known) note(`The catalogue has no plan ${plan}: looking for orders of that id all the same.`);
  return { ...filter, planId: known ?? plan, before: until === undefined ? undefined : until + day };
}

/** How many submissions are read at a time. Such a read takes milliseconds and delays no writer. */
const pageSize = 500;

/** The submissions that match, newest first. Addresses are compared here, because SQL cannot normalize them. */
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
